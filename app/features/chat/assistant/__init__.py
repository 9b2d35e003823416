"""The rule-based assistant: answers a shopper without a language model, through the same loop and tools.

words.py: text and numbers; understand.py: what a message means, by reader.py clause by clause; references.py: which of
the goods shown a phrase means; decide.py: what is done about it, where buying.py fills the cart, choosing.py asks
which, showing.py and describing.py show, ordering.py closes; phrases.py: what it says; model.py: the LanguageModel. No
language model, and it never claims to be one.
"""
