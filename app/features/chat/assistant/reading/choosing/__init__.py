"""Which of the goods before the shopper a phrase points at, and what it refuses of them. Pure."""
