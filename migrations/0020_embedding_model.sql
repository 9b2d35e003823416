-- The model whose vectors search compares: one row. A start with another model marks the old vectors for re-embedding;
-- `previous` made them, and is asked for them until none is left.
CREATE TABLE embedding_model (
    one        boolean NOT NULL DEFAULT true,
    model      text NOT NULL,
    previous   text,
    changed_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT embedding_model_pkey PRIMARY KEY (one),
    CONSTRAINT embedding_model_one_check CHECK (one),
    CONSTRAINT embedding_model_model_check CHECK (length(model) BETWEEN 1 AND 100),
    CONSTRAINT embedding_model_previous_check CHECK (length(previous) BETWEEN 1 AND 100)
);
