"""One folder per noun of the URL."""
