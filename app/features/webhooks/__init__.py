"""What third parties tell us, verified before it is read (the inbox of events: app/features/inbox)."""
