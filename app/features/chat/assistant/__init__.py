"""The rule-based assistant: answers a shopper without a language model, through the same loop and tools.

words.py: text and numbers; understand.py: what a sentence means; memory.py: what was shown before, read from the
conversation; phrases.py: what it says; model.py: the LanguageModel. No language model, and it never claims to be one.
"""
