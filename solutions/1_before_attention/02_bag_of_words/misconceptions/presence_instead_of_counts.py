"""The table says only whether a word is there, not how often.

A word said three times must count 3. Add 1 each time you meet it, instead of setting the entry to 1.
"""

from solution import unigram_counts as right


def unigram_counts(documents, vocabulary):
    return (right(documents, vocabulary) > 0).astype(float)
