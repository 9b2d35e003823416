-- What waits for its vector stands in a narrow table: marking a product as ready wrote the whole product again, with an
-- entry in each of its indexes, and that was most of the cost of storing a vector.

CREATE TABLE product_embedding_queue (
    store_id   uuid NOT NULL,
    product_id uuid NOT NULL,
    status     text NOT NULL DEFAULT 'pending',
    CONSTRAINT product_embedding_queue_pkey PRIMARY KEY (store_id, product_id),
    CONSTRAINT product_embedding_queue_product_fkey FOREIGN KEY (product_id, store_id)
        REFERENCES products (id, store_id) ON DELETE CASCADE,
    CONSTRAINT product_embedding_queue_status_check CHECK (status IN ('pending', 'error'))
);
INSERT INTO product_embedding_queue (store_id, product_id, status)
SELECT p.store_id, p.id, p.embedding_status
  FROM products p
 WHERE p.embedding_status <> 'ready'
   AND p.deleted_at IS NULL;
-- squawk-ignore ban-drop-column
ALTER TABLE products DROP COLUMN embedding_status;

-- A new product waits.
CREATE FUNCTION queue_new_products() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO product_embedding_queue (store_id, product_id)
    SELECT n.store_id, n.id
      FROM new_rows n
     WHERE n.deleted_at IS NULL;
    RETURN NULL;
END
$$;
CREATE TRIGGER products_queue_new AFTER INSERT ON products REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
    EXECUTE FUNCTION queue_new_products();

-- One whose text changed waits again, whoever changed it; a deleted one does not.
CREATE FUNCTION queue_changed_product() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.deleted_at IS NOT NULL THEN
        DELETE FROM product_embedding_queue w
         WHERE w.store_id = NEW.store_id
           AND w.product_id = NEW.id;
    ELSE
        INSERT INTO product_embedding_queue AS w (store_id, product_id)
        VALUES (NEW.store_id, NEW.id)
            ON CONFLICT (store_id, product_id) DO UPDATE SET status = 'pending';
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER products_queue_changed AFTER UPDATE OF name, description, category, attributes, deleted_at ON products
    FOR EACH ROW
    WHEN ((OLD.name, OLD.description, OLD.category, OLD.attributes, OLD.deleted_at)
          IS DISTINCT FROM (NEW.name, NEW.description, NEW.category, NEW.attributes, NEW.deleted_at))
    EXECUTE FUNCTION queue_changed_product();
