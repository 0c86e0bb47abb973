"""The columns are in alphabetical order, not in the order of the vocabulary.

A column must mean the same word for everybody who uses the vocabulary. Use the word's position in the list you are
given.
"""

from solution import unigram_counts as right


def unigram_counts(documents, vocabulary):
    return right(documents, sorted(vocabulary))
