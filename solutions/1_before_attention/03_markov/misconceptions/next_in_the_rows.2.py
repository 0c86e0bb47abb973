from itertools import pairwise

import numpy as np


def transition_matrix(sentences, vocabulary):
    counts = np.zeros((len(vocabulary), len(vocabulary)))
    for sentence in sentences:
        words = sentence.split()
        for current, following in pairwise(words):
            counts[vocabulary.index(following), vocabulary.index(current)] += 1
    return counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
