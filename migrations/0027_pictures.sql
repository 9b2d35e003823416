-- Pictures of products that lie in our own media store: under which name, and in which order they are shown.

CREATE TABLE product_pictures (
    company_id text NOT NULL,
    id         uuid NOT NULL,
    store_id   uuid NOT NULL,
    product_id uuid NOT NULL,
    -- Where its two files lie: the company's folder and a name made at random, so that nobody guesses it and it means
    -- the same picture for ever. A copy of a product shares it.
    file       text NOT NULL,
    kind       text NOT NULL,
    position   integer NOT NULL,
    width      integer NOT NULL,
    height     integer NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT product_pictures_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT product_pictures_product_fkey FOREIGN KEY (company_id, product_id)
        REFERENCES products (company_id, id) ON DELETE CASCADE,
    CONSTRAINT product_pictures_file_check CHECK (file ~ '^[0-9a-f]{24}/[0-9a-f]{32}$'),
    CONSTRAINT product_pictures_kind_check CHECK (kind IN ('jpg', 'png')),
    CONSTRAINT product_pictures_position_check CHECK (position >= 0),
    CONSTRAINT product_pictures_width_check CHECK (width > 0),
    CONSTRAINT product_pictures_height_check CHECK (height > 0)
);
CREATE INDEX product_pictures_product_idx ON product_pictures (company_id, product_id, position, id);
CREATE INDEX product_pictures_file_idx ON product_pictures (company_id, file);

-- A picture as products answer it.
CREATE FUNCTION picture_json(id uuid, file text, kind text, place integer) RETURNS jsonb
LANGUAGE sql STABLE PARALLEL SAFE
RETURN jsonb_build_object('id', id, 'url', '/media/' || file || '.' || kind,
                          'thumbnail_url', '/media/' || file || '-t.' || kind, 'position', place);

CREATE TRIGGER product_pictures_audit AFTER INSERT OR DELETE OR UPDATE OF position ON product_pictures FOR EACH ROW
    WHEN (current_setting('app.actor', true) <> '') EXECUTE FUNCTION audit_row('product_picture', 'id', '', 'file');
