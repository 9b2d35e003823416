"""Files of products in object storage: their records and states. SQL: sql/product_files.sql."""
