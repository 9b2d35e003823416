"""From the cart to the order, and what follows it."""
