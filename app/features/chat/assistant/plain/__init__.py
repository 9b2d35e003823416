"""What a message plainly says of the goods, read by the shop's catalogue before any rule of wording.

Each word of a clause is a count, a word of the goods on the shelf (`shelf.py`), or says nothing of goods; a phrase
(`phrases.py`) is a count with the words behind it, and names the one kind that has all of them (`naming.py`). Where a
word is left over, several kinds fit or something else is said, nothing is read here: `reading` goes through the rules.
"""
