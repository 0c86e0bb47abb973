"""The scores are computed again; compare is only called for its count.

What compare returns are the scores. Use them.
"""

import numpy as np


def sparse_attention(queries, keys, values, keep, compare):
    outputs = np.zeros((len(queries), values.shape[-1]))
    for i, query in enumerate(queries):
        seen = np.flatnonzero(keep[i])
        if seen.size:
            compare(query, keys[seen])
            scores = keys[seen] @ query / np.sqrt(len(query))
            weights = np.exp(scores - scores.max())
            outputs[i] = weights / weights.sum() @ values[seen]
    return outputs
