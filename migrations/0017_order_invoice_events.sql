-- Invoice events have a clock of their own: a paid invoice must not hide a change of the plan that was made before it.

ALTER TABLE subscriptions ADD COLUMN last_invoice_at timestamptz;
