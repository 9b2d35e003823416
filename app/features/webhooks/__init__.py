"""What third parties tell us, verified before it is read (SQL: sql/webhooks.sql)."""
