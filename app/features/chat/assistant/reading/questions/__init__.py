"""What is asked: of goods, of a sum, of an order that was made. Pure."""
