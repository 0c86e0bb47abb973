"""The counts are divided by the number of words in the text.

That is the TF of TF-IDF, which comes later. Here it is the plain counts.
"""

import numpy as np


def unigram_counts(documents, vocabulary):
    texts = [document.split() for document in documents]
    return np.array([[words.count(entry) / max(len(words), 1) for entry in vocabulary] for words in texts])
