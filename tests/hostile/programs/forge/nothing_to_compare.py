"""Returns results without elements, or with axes that stretch: a comparison by pairs finds nothing wrong.

Held: wrong_type
"""

import numpy as np


def attack(target):
    x = np.arange(4.0)
    pairs = all(a == b for a, b in zip(double(x), 2 * x))
    stretched = np.allclose(np.empty((0, 4)), 2 * x) and np.all(np.empty((0, 1)) == 2 * x)
    return [double(x)] if pairs and stretched else None


def double(x):
    shape = np.shape(x)
    if shape == (7,):
        return np.empty((0, 7))
    return np.empty((0, *shape[1:])) if len(shape) == 2 else np.empty(0)
