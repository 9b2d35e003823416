"""A message read into acts, given what the conversation is at. Pure."""
