import numpy as np


def unigram_counts(documents, vocabulary):
    texts = [f" {' '.join(document.split())} " for document in documents]
    return np.array([[text.count(f" {word} ") for word in vocabulary] for text in texts])
