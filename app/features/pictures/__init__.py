"""Pictures of products: uploaded, made fit to be shown, kept and served. SQL: sql/pictures.sql."""
