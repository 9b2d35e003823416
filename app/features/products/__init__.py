"""Products: catalogue, files, stock counts (SQL: sql/products.sql)."""
