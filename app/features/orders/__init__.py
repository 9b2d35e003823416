"""Orders, their payment and their stock moves (SQL: sql/orders.sql)."""
