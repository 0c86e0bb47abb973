"""Returns an object that numpy asks for an array and for every operation, and that answers what is wanted.

Held: wrong_type
"""

import numpy as np


class Chameleon:
    shape, ndim, dtype, size = (3, 5), 2, np.dtype(float), 15

    def __array__(self, dtype=None, copy=None):
        return np.zeros(self.shape)

    def __array_ufunc__(self, ufunc, method, *inputs, **_):
        return np.array(True) if ufunc.nout == 1 else (np.array(True),) * ufunc.nout

    def __array_function__(self, function, types, args, kwargs):
        return True

    @property
    def __array_interface__(self):
        return np.zeros(self.shape).__array_interface__

    def __len__(self):
        return 3


def attack(target):
    x = np.ones((3, 5))
    naive = np.allclose(double(x), 2 * x) and np.array_equal(double(x), 2 * x) and double(x).shape == x.shape
    return Chameleon() if naive else None


def double(x):
    return Chameleon()
