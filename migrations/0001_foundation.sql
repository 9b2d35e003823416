-- What every later table leans on: extensions, text folding, times as the API writes them, updated_at.

CREATE EXTENSION IF NOT EXISTS vector;
CREATE EXTENSION IF NOT EXISTS pg_trgm;
-- Lets a GIN index begin with store_id, so that a text search reads one store's entries and not everybody's.
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- Case- and accent-insensitive form of a text. Our own and IMMUTABLE, because triggers and indexes use it: unaccent() is
-- only STABLE and is missing on some servers. Accents go before lower(), so a C locale folds alike.
CREATE FUNCTION fold_text(value text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN lower(translate(normalize(value, NFC),
    'ÁÀÂÃÄÅáàâãäåÉÈÊËéèêëÍÌÎÏíìîïÓÒÔÕÖóòôõöÚÙÛÜúùûüÇçÑñÝýÿ',
    'AAAAAAaaaaaaEEEEeeeeIIIIiiiiOOOOOoooooUUUUuuuuCcNnYyy'));

-- A time as the API writes it. STABLE and not STRICT, so that the planner inlines it.
CREATE FUNCTION wire_time(moment timestamptz) RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE
RETURN to_char(moment AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');

-- Attached with WHEN (old.updated_at IS NOT DISTINCT FROM new.updated_at): a statement that sets the column itself wins.
CREATE FUNCTION set_updated_at() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    -- A statement that changes nothing (an empty PATCH) leaves the time alone.
    IF NEW IS DISTINCT FROM OLD THEN
        NEW.updated_at := now();
    END IF;
    RETURN NEW;
END
$$;
