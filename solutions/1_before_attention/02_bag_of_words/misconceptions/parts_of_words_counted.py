"""Words are also found inside longer words, such as "cat" in "catalogue".

The method count of a string searches for letters. Split the text into words first: document.split().count(word).
"""

import numpy as np


def unigram_counts(documents, vocabulary):
    return np.array([[document.count(word) for word in vocabulary] for document in documents])
