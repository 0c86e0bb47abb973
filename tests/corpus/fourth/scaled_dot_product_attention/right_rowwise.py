# right: every (batch, query) row handled in a loop that looks only at the visible keys.
import math

import numpy as np


def attention(queries, keys, values, keep=None):
    queries, keys, values = (np.asarray(a) for a in (queries, keys, values))
    lead = np.broadcast_shapes(queries.shape[:-2], keys.shape[:-2], values.shape[:-2])
    n, m = queries.shape[-2], keys.shape[-2]
    seen = np.broadcast_to(True if keep is None else keep, lead + (n, m))
    weights = np.zeros(lead + (n, m))
    outputs = np.zeros(lead + (n, values.shape[-1]))
    for place in np.ndindex(*lead):
        for i in range(n):
            visible = np.flatnonzero(seen[place][i])
            if len(visible) == 0:
                continue
            scores = keys[place][visible] @ queries[place][i] / math.sqrt(keys.shape[-1])
            powers = np.exp(scores - scores.max())
            weights[place][i, visible] = powers / powers.sum()
            outputs[place][i] = weights[place][i] @ values[place]
    return outputs, weights
