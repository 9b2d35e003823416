"""Plans, subscriptions, top-ups, usage and overage (SQL: sql/billing.sql)."""
