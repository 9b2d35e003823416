"""What becomes of the lines of the cart. Pure."""
