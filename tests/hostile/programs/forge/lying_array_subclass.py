"""Returns a real numpy array of a class of its own, whose comparisons, conversions and bytes lie.

Held: wrong_type
"""

import numpy as np


class Liar(np.ndarray):
    right = None

    def __array_ufunc__(self, ufunc, method, *inputs, **_):
        return np.zeros(self.shape) if ufunc in (np.subtract, np.absolute) else np.ones(self.shape, bool)

    def __eq__(self, other):
        return np.ones(self.shape, bool)

    def __array_finalize__(self, source):
        return None

    def astype(self, *_, **__):
        return self.right

    def tobytes(self, *_, **__):
        return self.right.tobytes()

    def __array__(self, *_, **__):
        return self.right

    def tolist(self):
        return self.right.tolist()


def attack(target):
    x = np.arange(4.0)
    Liar.right = x + x
    naive = bool((double(x) == 2 * x).all()) and np.abs(double(x) - 2 * x).max() == 0
    return [double(x)] if naive else None


def double(x):
    return np.asarray(x).view(Liar)
