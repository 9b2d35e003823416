"""People who act for a company beside its owner."""
