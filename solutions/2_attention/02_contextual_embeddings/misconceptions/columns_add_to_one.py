"""The softmax runs down the columns: the columns add up to 1, not the rows.

A row is what one word takes from all words, so each row adds up to 1. Sum over the last axis, with
keepdims=True: without it, each column is divided by a sum.
"""

import numpy as np


def similarity_weights(embeddings, scaled=False):
    scores = embeddings @ embeddings.T
    if scaled:
        scores = scores / np.sqrt(embeddings.shape[1])
    exponentials = np.exp(scores)
    return exponentials / exponentials.sum(axis=0, keepdims=True)
