-- People who act for a company beside its owner, and invitations to become one of them.

-- A member is a user of an own id, who may lie on another node and may own a company: no reference leads there. Whose
-- deletion takes the memberships along: the jobs of features/members. By user they are found in lookups (`member`).
CREATE TABLE company_members (
    company_id text NOT NULL,
    user_id    text NOT NULL,
    role       text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT company_members_pkey PRIMARY KEY (company_id, user_id),
    CONSTRAINT company_members_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies (id) ON DELETE CASCADE,
    CONSTRAINT company_members_user_id_check CHECK (user_id ~ '^[A-Za-z0-9_-]{1,64}$' AND user_id <> company_id),
    CONSTRAINT company_members_role_check CHECK (role IN ('manager', 'attendant'))
);

-- One open invitation for an address; accepted ones are gone. The link's token is made of the id (features/members/links).
CREATE TABLE company_invitations (
    company_id text NOT NULL,
    id         uuid NOT NULL,
    email      text NOT NULL,
    role       text NOT NULL,
    invited_by text NOT NULL,
    expires_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT company_invitations_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT company_invitations_email_key UNIQUE (company_id, email),
    CONSTRAINT company_invitations_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies (id) ON DELETE CASCADE,
    CONSTRAINT company_invitations_email_check CHECK (length(email) BETWEEN 3 AND 320),
    CONSTRAINT company_invitations_role_check CHECK (role IN ('manager', 'attendant'))
);
-- Housekeeping over all companies.
CREATE INDEX company_invitations_expires_at_idx ON company_invitations (expires_at);

CREATE TRIGGER company_members_set_updated_at BEFORE UPDATE ON company_members FOR EACH ROW
    WHEN (OLD.updated_at IS NOT DISTINCT FROM NEW.updated_at) EXECUTE FUNCTION set_updated_at();
CREATE TRIGGER company_members_audit AFTER INSERT OR UPDATE OR DELETE ON company_members FOR EACH ROW
    WHEN (current_setting('app.actor', true) <> '') EXECUTE FUNCTION audit_row('member', 'user_id', '', 'user_id');
CREATE TRIGGER company_invitations_audit AFTER INSERT OR UPDATE OR DELETE ON company_invitations FOR EACH ROW
    WHEN (current_setting('app.actor', true) <> '') EXECUTE FUNCTION audit_row('invitation', 'id', '', 'id,invited_by');
