-- Rows of a company's export (sql/tenants.sql, app/features/company/restore.py) back into their tables.

-- Inserts the objects of `items` into `target`, for `company`, and gives their number. Columns that the export left out
-- take their defaults, generated ones are generated, and what a table no longer has is dropped. Counters of ids go on behind the
-- rows. Dynamic, for one statement serves every table of an export.
CREATE FUNCTION import_rows(company text, target text, items jsonb) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
    owner   text := CASE WHEN target IN ('users', 'companies') THEN 'id'
                         WHEN target IN ('accounts', 'sessions') THEN 'user_id' ELSE 'company_id' END;
    columns text;
    counted text;
    written bigint;
BEGIN
    SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum),
           max(quote_ident(a.attname)) FILTER (WHERE a.attidentity <> '')
      INTO columns, counted
      FROM pg_attribute a
     WHERE a.attrelid = target::regclass
       AND a.attnum > 0
       AND NOT a.attisdropped
       AND a.attgenerated = ''
       AND (a.attname = owner OR (items -> 0) ? a.attname);
    EXECUTE format('INSERT INTO %1$I (%2$s) SELECT %2$s FROM jsonb_populate_recordset(NULL::%1$I, $1)', target, columns)
      USING (SELECT jsonb_agg(i.item || jsonb_build_object(owner, company)) FROM jsonb_array_elements(items) AS i (item));
    GET DIAGNOSTICS written = ROW_COUNT;
    IF counted IS NOT NULL THEN
        EXECUTE format('SELECT setval(pg_get_serial_sequence(%1$L, %2$L),
                                      greatest((SELECT max(%2$I) FROM %1$I WHERE company_id = $1),
                                               nextval(pg_get_serial_sequence(%1$L, %2$L))))', target, counted)
          USING company;
    END IF;
    RETURN written;
END
$$;
