"""What is answered to who asks: goods found, shown, compared and told of, and what the shop's documents say."""
