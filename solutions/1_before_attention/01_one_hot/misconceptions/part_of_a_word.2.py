import numpy as np


def one_hot(words, vocabulary):
    return np.array([[float(entry in word) for entry in vocabulary] for word in words])
