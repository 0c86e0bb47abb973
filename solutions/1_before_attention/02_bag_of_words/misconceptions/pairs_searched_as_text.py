"""A pair is searched for in the text as a string.

The method count continues after what it has found, so that "ran ran ran" holds "ran ran" only once, and it also finds
parts of words. Split the text into words and go through its neighbours.
"""

import numpy as np


def bigram_counts(documents, vocabulary):
    return np.array(
        [[[document.count(f"{one} {two}") for two in vocabulary] for one in vocabulary] for document in documents]
    )
