"""What is done about the acts of a message: tools asked for, the state that follows, what is said."""
