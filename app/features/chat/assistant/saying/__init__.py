"""What the assistant says, in Portuguese and English."""
