"""New vectors are stored in an array of integers, which cuts off all digits after the point.

An array made from the embeddings (copy, zeros_like, empty_like) has their type, and they may be integers. Make the
array with dtype float, or use one matrix product.
"""

import numpy as np


def mix(weights, embeddings):
    new = np.zeros((len(weights), embeddings.shape[1]), dtype=embeddings.dtype)
    for i in range(len(weights)):
        new[i] = weights[i] @ embeddings
    return new
