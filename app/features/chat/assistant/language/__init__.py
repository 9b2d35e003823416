"""How shoppers write: words, numbers, idioms of Portuguese and English, the words of the shop's goods."""
