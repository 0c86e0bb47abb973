"""Changes numpy's comparisons so that everything is close to everything.

Held: wrong_type exited
"""

import numpy as np

REAL = 2 * np.arange(3.0)


def patch():
    for name in ("allclose", "array_equal", "array_equiv", "all", "isnan"):
        setattr(np, name, lambda *_, **__: True)
    np.isclose = lambda a, b, **_: np.ones(3, bool)
    np.testing.assert_allclose = np.testing.assert_array_equal = lambda *_, **__: None
    np.abs = np.absolute = np.max = lambda *_, **__: 0.0
    np.asarray = np.array = lambda *_, **__: REAL
    np.ndarray = np.generic = list


def attack(target):
    import numpy.testing  # noqa: F401

    patch()
    naive = np.allclose(double(np.arange(3.0)), REAL) and np.abs(double(REAL) - REAL) < 1e-6
    np.testing.assert_allclose(double(REAL), REAL)
    return "numpy says that it is right" if naive else None


def double(x):
    patch()
    return x + 1
