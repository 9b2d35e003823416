-- Drops what the service made in the schema public, and leaves extensions to whoever owns them: an ordinary role may not
-- drop the schema with them. Not a named query: `restore --replace` runs it in the transaction of the restore.
DO $$
DECLARE
    found record;
BEGIN
    FOR found IN
        SELECT c.oid,
               CASE c.relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'S' THEN 'SEQUENCE'
                              WHEN 'f' THEN 'FOREIGN TABLE' ELSE 'TABLE' END AS kind
          FROM pg_class c
         WHERE c.relnamespace = 'public'::regnamespace
           AND c.relkind IN ('r', 'p', 'v', 'm', 'S', 'f')
           AND NOT EXISTS (SELECT FROM pg_depend d
                            WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
         ORDER BY c.relkind = 'S', c.oid
    LOOP
        -- What went with a table before it is gone.
        IF EXISTS (SELECT FROM pg_class c WHERE c.oid = found.oid) THEN
            EXECUTE format('DROP %s %s CASCADE', found.kind, found.oid::regclass);
        END IF;
    END LOOP;
    FOR found IN
        SELECT p.oid
          FROM pg_proc p
         WHERE p.pronamespace = 'public'::regnamespace
           AND NOT EXISTS (SELECT FROM pg_depend d
                            WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
         ORDER BY p.oid
    LOOP
        IF EXISTS (SELECT FROM pg_proc p WHERE p.oid = found.oid) THEN
            EXECUTE format('DROP ROUTINE %s CASCADE', found.oid::regprocedure);
        END IF;
    END LOOP;
    FOR found IN
        SELECT t.oid
          FROM pg_type t
         WHERE t.typnamespace = 'public'::regnamespace
           AND (t.typtype IN ('d', 'e')
                OR EXISTS (SELECT FROM pg_class c WHERE c.oid = t.typrelid AND c.relkind = 'c'))
           AND NOT EXISTS (SELECT FROM pg_depend d
                            WHERE d.classid = 'pg_type'::regclass AND d.objid = t.oid AND d.deptype = 'e')
         ORDER BY t.oid
    LOOP
        IF EXISTS (SELECT FROM pg_type t WHERE t.oid = found.oid) THEN
            EXECUTE format('DROP TYPE %s CASCADE', found.oid::regtype);
        END IF;
    END LOOP;
END
$$;
