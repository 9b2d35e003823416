-- What people at the desk keep for themselves: notes on conversations, and the lists they come back to.

CREATE TABLE conversation_notes (
    company_id      text NOT NULL,
    id              uuid NOT NULL,
    conversation_id uuid NOT NULL,
    content         text NOT NULL,
    -- Who wrote it, as the desk names them.
    author          text,
    created_at      timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT conversation_notes_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT conversation_notes_conversation_fkey FOREIGN KEY (company_id, conversation_id)
        REFERENCES conversations (company_id, id) ON DELETE CASCADE
);
CREATE INDEX conversation_notes_conversation_idx
    ON conversation_notes (company_id, conversation_id, created_at DESC, id DESC);
-- That a person wrote, not what.
CREATE TRIGGER conversation_notes_audit AFTER INSERT OR DELETE ON conversation_notes FOR EACH ROW
    WHEN (current_setting('app.actor', true) <> '')
    EXECUTE FUNCTION audit_row('conversation_note', 'id', 'content', '');

CREATE TABLE saved_views (
    company_id text NOT NULL,
    id         uuid NOT NULL,
    -- The page it belongs to, and the page's query string.
    page       text NOT NULL,
    name       text NOT NULL,
    query      text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT saved_views_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT saved_views_company_fkey FOREIGN KEY (company_id) REFERENCES companies (id) ON DELETE CASCADE,
    CONSTRAINT saved_views_name_key UNIQUE (company_id, page, name)
);
CREATE TRIGGER saved_views_audit AFTER INSERT OR UPDATE OR DELETE ON saved_views FOR EACH ROW
    WHEN (current_setting('app.actor', true) <> '') EXECUTE FUNCTION audit_row('saved_view', 'id', '', '');
