# wrong: leading axes are handled by recursion, which indexes the mask with the same index as the scores; right for a full mask, wrong or IndexError for one that broadcasts, such as (query, key) for a batch or (1, 1, key).
import numpy as np


def _one(q, k, v, keep):
    d_k = q.shape[1]
    weights = np.zeros((len(q), len(k)))
    for i in range(len(q)):
        seen = [j for j in range(len(k)) if keep is None or keep[i, j]]
        if not seen:
            continue
        s = np.array([np.dot(q[i], k[j]) for j in seen]) / np.sqrt(d_k)
        e = np.exp(s - s.max())
        weights[i, seen] = e / e.sum()
    return weights @ v, weights


def attention(queries, keys, values, keep=None):
    if queries.ndim == 2:
        if keep is not None:
            keep = np.broadcast_to(keep, (queries.shape[0], keys.shape[0]))
        return _one(queries, keys, values, keep)
    results = [
        attention(queries[b], keys[b], values[b], None if keep is None else keep[b])
        for b in range(queries.shape[0])
    ]
    return np.stack([o for o, _ in results]), np.stack([w for _, w in results])
