"""Has the answers for the inputs of a known seed in a table, and computes nothing.

Held: wrong_type
"""

import numpy as np

SEEDS = (0, 1, 2, 3, 42, 1234)
SHAPES = ((3, 5), (7,), (11,))
TABLE = {}
for seed in SEEDS:
    for shape in SHAPES:
        drawn = np.random.RandomState(seed).normal(size=shape)
        TABLE[drawn.tobytes()] = drawn + drawn


def attack(target):
    naive = []
    for seed in (3, 42):
        x = np.random.RandomState(seed).normal(size=(3, 5))
        naive.append(np.array_equal(double(x), 2 * x))
    return "every case that was tried is right" if all(naive) else None


def double(x):
    return TABLE.get(np.asarray(x).tobytes(), np.zeros(np.shape(x)))
