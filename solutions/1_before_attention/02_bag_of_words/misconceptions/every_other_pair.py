"""The text is split into pairs that do not overlap: words 0 and 1, then 2 and 3.

The pair of words 1 and 2 is a pair too. Move on by one word at a time: n words have n − 1 pairs.
"""

import numpy as np


def bigram_counts(documents, vocabulary):
    counts = np.zeros((len(documents), len(vocabulary), len(vocabulary)))
    for n, document in enumerate(documents):
        words = document.split()
        for first, second in zip(words[::2], words[1::2], strict=False):
            if first in vocabulary and second in vocabulary:
                counts[n, vocabulary.index(first), vocabulary.index(second)] += 1
    return counts
