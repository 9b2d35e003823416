"""How many of what, in the ways people say it. Pure."""
