"""Returns NaN everywhere: no difference to it is ever above a tolerance.

Held: wrong_type
"""

import numpy as np


def attack(target):
    x = np.ones(3)
    with np.errstate(all="ignore"):
        naive = not np.any(np.abs(double(x) - 2 * x) > 1e-6) and not abs(np.max(double(x) - 2 * x)) > 1e-6
    return [double(x)] if naive else None


def double(x):
    nan = np.full(np.shape(x), np.nan)
    nan.flat[::2] = np.copysign(np.inf, np.ravel(x)[::2]) if np.size(x) == 7 else np.nan
    return nan
