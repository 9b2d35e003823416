-- What the reader of a product's file has to say of it: `{code, page?, sheet?, row?, detail}`.
ALTER TABLE product_files ADD COLUMN warnings jsonb NOT NULL DEFAULT '[]'::jsonb;
