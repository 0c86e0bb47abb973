"""A pair is counted in both orders, so that "lion killed" is also "killed lion".

Order is the point of bigrams. Count each pair once: first word, then second.
"""

import numpy as np
from solution import bigram_counts as right


def bigram_counts(documents, vocabulary):
    counts = right(documents, vocabulary)
    return counts + np.swapaxes(counts, 1, 2)
