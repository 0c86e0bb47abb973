"""The table records only whether a word occurs, not how often.

A word that occurs three times must count 3. Add 1 each time you meet it, instead of setting the entry to 1.
"""

from solution import unigram_counts as right


def unigram_counts(documents, vocabulary):
    return (right(documents, vocabulary) > 0).astype(float)
