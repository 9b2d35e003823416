-- Positions in the write-ahead log (app/db/replica.py), as plain numbers. No table is read. tests/scaling/.

-- name: get_written()$
-- unowned: the server's own position, no tenant data
-- What the primary has written: every commit that was answered before this statement began lies below.
SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint;

-- name: announce_writes(actors)$
-- unowned: tells the other processes who has written, no tenant data
-- The same position, sent to every process that listens, together with the actors whose commits lie below it.
WITH written AS MATERIALIZED (
    SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint AS position
), told AS MATERIALIZED (
    SELECT w.position, pg_notify('written', w.position || ' ' || array_to_string(:actors::text[], ' '))
      FROM written w
)
SELECT t.position
  FROM told t;

-- name: get_standing()^
-- unowned: the replica's own position, no tenant data
SELECT pg_is_in_recovery() AS standby,
       coalesce(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint, 0) AS replayed;
