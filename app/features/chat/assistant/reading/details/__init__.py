"""What is told beside the goods: who the shopper is, where and how they come, how they are paid, notes. Pure."""
