"""Products as a sentence names them, and which of the shop's they are."""
