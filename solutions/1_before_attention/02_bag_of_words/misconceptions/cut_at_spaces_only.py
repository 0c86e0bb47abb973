"""The text is split at spaces only, so that two words with a line break between them become one.

Use split() without an argument: it splits at any white space.
"""

import numpy as np


def unigram_counts(documents, vocabulary):
    return np.array([[document.split(" ").count(word) for word in vocabulary] for document in documents])
