"""PostgreSQL: pool, query loader, migration runner, embedded server."""
