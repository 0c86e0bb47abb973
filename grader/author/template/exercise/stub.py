"""SLUG_TITLE: fill in the function, then run `grader check SLUG`."""

import numpy as np


def weighted_mean(x: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """The mean of the rows of x, each counted by its weight.

    x: (item, feature), weights: (item,) → (feature,)
    """
    raise NotImplementedError
