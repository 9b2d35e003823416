-- From a value that is known without its company (a token, an address, an id in a webhook) to the company: the resolver's
-- table (app/db/resolver.py). Its primary key is what makes such a value unique over all companies.

-- Written in the transaction of the record it leads to, by a statement of its own: distributed, the record lies on its
-- company's node and this row on the coordinator. No reference for the same reason; who deletes a company deletes these.
CREATE TABLE lookups (
    -- What the value is: email, session, session_token, store, slug, instance, charge, …; app/db/resolver.py lists them.
    kind       text NOT NULL,
    value      text NOT NULL,
    company_id text NOT NULL,
    CONSTRAINT lookups_pkey PRIMARY KEY (kind, value),
    CONSTRAINT lookups_kind_check CHECK (length(kind) BETWEEN 1 AND 32),
    -- The longest: provider and account id of an account, 511 characters of four bytes stay below a btree entry's 2.7 KB.
    CONSTRAINT lookups_value_check CHECK (length(value) BETWEEN 1 AND 600)
);
CREATE INDEX lookups_company_idx ON lookups (company_id);
-- A member's value is `<user> <company>`: this finds the companies of a user (sql/members.sql).
CREATE INDEX lookups_member_idx ON lookups (split_part(value, ' ', 1)) WHERE kind = 'member';
