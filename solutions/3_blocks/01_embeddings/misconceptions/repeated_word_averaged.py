"""lookup_gradient takes the mean of the gradients of a repeated word.

The table is used once for each position, and gradients of several uses add up. Do not divide by the count.
"""

import numpy as np


def lookup_gradient(ids, upstream, vocab_size):
    gradient = np.zeros((vocab_size, upstream.shape[-1]))
    np.add.at(gradient, ids, upstream)
    count = np.bincount(ids.reshape(-1), minlength=vocab_size)
    return gradient / np.maximum(count, 1)[:, None]
