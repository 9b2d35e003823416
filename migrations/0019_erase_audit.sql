-- The right to erasure: the audit log of a company that is gone may be deleted, in a transaction that names the company
-- (set_config('app.erased_company', …)), and nothing else of the log ever.

CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        IF OLD.company_id = current_setting('app.erased_company', true)
           AND NOT EXISTS (SELECT FROM companies c WHERE c.id = OLD.company_id) THEN
            RETURN OLD;
        END IF;
    END IF;
    RAISE EXCEPTION 'audit_log is append-only: % refused', TG_OP USING ERRCODE = 'insufficient_privilege';
END
$$;
