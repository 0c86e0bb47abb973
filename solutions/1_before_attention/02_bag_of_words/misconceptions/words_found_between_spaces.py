"""A word is searched for in the text together with the spaces around it.

Two equal words side by side share a space, and only one of them is found. Split the text into words and compare those.
"""

import numpy as np


def unigram_counts(documents, vocabulary):
    return np.array([[f" {document} ".count(f" {word} ") for word in vocabulary] for document in documents])
