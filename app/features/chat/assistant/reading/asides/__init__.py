"""What is told around a wish and asks for nothing. Pure."""
