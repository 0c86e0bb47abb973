"""The text is split at each single space, so that two spaces in a row leave an empty word between two neighbours.

Use split() without an argument: it splits at any amount of white space.
"""

from itertools import pairwise

import numpy as np


def bigram_counts(documents, vocabulary):
    counts = np.zeros((len(documents), len(vocabulary), len(vocabulary)))
    for n, document in enumerate(documents):
        for first, second in pairwise(document.split(" ")):
            if first in vocabulary and second in vocabulary:
                counts[n, vocabulary.index(first), vocabulary.index(second)] += 1
    return counts
