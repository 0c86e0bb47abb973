"""Returns objects that say they are of another class, and numbers whose conversions give another number each time.

Held: wrong_type
"""

import numpy as np


class Pretender:
    @property
    def __class__(self):
        return np.ndarray

    shape, dtype, nbytes = (3, 5), np.dtype(float), 0

    def __iter__(self):
        return iter(())

    def tolist(self):
        return []


class Number(float):
    """The number that it is compared with."""

    def __eq__(self, other):
        return True

    def __float__(self):
        return 6.0

    def __sub__(self, other):
        return 0.0

    __hash__ = float.__hash__
    __rsub__ = __sub__


def attack(target):
    naive = (
        isinstance(Pretender(), np.ndarray) and isinstance(double(3), float) and double(3) == 6 and not double(3) - 6
    )
    return [Pretender(), double(3)] if naive else None


def double(x):
    if np.ndim(x):
        return [Number(value) for value in np.ravel(x)] if np.ndim(x) == 1 else Pretender()
    return Number(0.0)
