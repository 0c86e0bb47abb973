"""The random pattern is made symmetric: a key that was drawn also sees the query.

Row i holds what query i sees. That i drew j does not mean that j drew i.
"""

import numpy as np


def random_pattern(length, chosen):
    keep = np.zeros((length, length), bool)
    for query, keys in enumerate(chosen):
        keep[query, keys] = True
        keep[keys, query] = True
    return keep
