"""The rule-based assistant: answers a shopper without a language model, through the same loop and tools.

A folder a step, and each imports only those before it: language, how shoppers write; products and documents, what of
the shop's a phrase means; reading, a message as acts (acts.py); deciding, what is done about them; saying, the words of
the reply; model.py, the LanguageModel. No language model, and it never claims to be one.
"""
