"""The weights are the softmax of the matches.

That is what a Transformer does. Here the matches themselves are divided by their sum, so that twice the match gets
twice the weight, and a key without a shared word has weight 0.
"""

import numpy as np
from solution import match


def soft_lookup(query, keys, values):
    weights = np.exp(match(query, keys))
    weights = weights / weights.sum()
    return weights, weights @ values
