import numpy as np
from solution import bigram_counts as right


def bigram_counts(documents, vocabulary):
    counts = right(documents, vocabulary)
    return np.maximum(counts, np.swapaxes(counts, 1, 2))
