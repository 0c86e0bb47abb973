"""In pairs an unknown word counts as the vocabulary's last word.

A search that returns −1 for "not found" is a trap: index −1 is the last column. Count a pair only if both words are in
the vocabulary.
"""

from itertools import pairwise

import numpy as np


def bigram_counts(documents, vocabulary):
    column = {word: v for v, word in enumerate(vocabulary)}
    counts = np.zeros((len(documents), len(vocabulary), len(vocabulary)))
    for n, document in enumerate(documents):
        for first, second in pairwise(document.split()):
            counts[n, column.get(first, -1), column.get(second, -1)] += 1
    return counts
