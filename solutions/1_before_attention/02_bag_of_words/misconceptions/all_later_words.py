"""A word is paired with every word that comes after it, not only with the next one.

A bigram is two neighbours. Use pairwise(words) or zip(words, words[1:]), not combinations.
"""

from itertools import combinations

import numpy as np


def bigram_counts(documents, vocabulary):
    counts = np.zeros((len(documents), len(vocabulary), len(vocabulary)))
    for n, document in enumerate(documents):
        for first, second in combinations(document.split(), 2):
            if first in vocabulary and second in vocabulary:
                counts[n, vocabulary.index(first), vocabulary.index(second)] += 1
    return counts
