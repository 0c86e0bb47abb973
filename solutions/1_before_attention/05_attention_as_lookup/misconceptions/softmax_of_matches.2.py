import numpy as np
from solution import match


def soft_lookup(query, keys, values):
    matches = match(query, keys)
    weights = np.where(matches > 0, np.exp(matches), 0.0)
    weights = weights / max(weights.sum(), 1e-9)
    return weights, weights @ values
