"""Which goods a wish means, and what it does to the cart."""
