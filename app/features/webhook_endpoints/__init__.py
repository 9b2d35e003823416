"""Where a company's events go: endpoints, deliveries, tries. SQL: sql/webhook_endpoints.sql."""
