"""Knowledge documents: their text, chunks, vectors and links to agents. SQL: sql/documents.sql."""
