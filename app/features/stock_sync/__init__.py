"""The link to a store's ERP: settings, stock that comes in, pushes that go out."""
