-- Times inside audit_log.changes as the API writes times everywhere (…Z): to_jsonb gives them the session's offset.

-- Columns named *_at are timestamptz, and every session runs in UTC.
CREATE OR REPLACE FUNCTION audit_diff(before jsonb, after jsonb, hidden text[]) RETURNS jsonb
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT coalesce(jsonb_object_agg(d.key,
               CASE WHEN d.key LIKE '%\_enc' OR d.key = ANY (hidden)
                    THEN jsonb_build_array(CASE WHEN d.was IS NOT NULL THEN '***' END,
                                           CASE WHEN d.is_now IS NOT NULL THEN '***' END)
                    WHEN d.key LIKE '%\_at'
                    THEN jsonb_build_array(replace(d.was #>> '{}', '+00:00', 'Z'), replace(d.is_now #>> '{}', '+00:00', 'Z'))
                    ELSE jsonb_build_array(d.was, d.is_now) END), '{}')
      FROM (SELECT k.key,
                   nullif(before -> k.key, 'null') AS was,
                   nullif(after -> k.key, 'null') AS is_now
              FROM jsonb_object_keys(coalesce(before, '{}') || coalesce(after, '{}')) AS k (key)) d
     WHERE d.was IS DISTINCT FROM d.is_now
$$;
