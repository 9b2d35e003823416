"""The second reading: the cart held against the message, and what was not taken up."""
