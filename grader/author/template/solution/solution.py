"""SLUG_TITLE: the reference."""

import numpy as np


def weighted_mean(x, weights):
    """x: (item, feature), weights: (item,) → (feature,)."""
    total = (weights[:, None] * x).sum(axis=0)  # (feature,)
    return total / np.sum(weights)
