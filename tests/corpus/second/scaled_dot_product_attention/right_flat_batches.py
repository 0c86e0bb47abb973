# right: leading axes flattened to one, one matrix product per sentence, maximum taken with where=
import numpy as np

def _one(q, k, v, keep):
    s = (q @ k.T) / np.sqrt(k.shape[1])
    top = np.max(s, axis=1, keepdims=True, where=keep, initial=-np.inf)
    top[~keep.any(axis=1)] = 0
    e = np.exp(np.where(keep, s - top, -np.inf))
    total = e.sum(axis=1, keepdims=True)
    total[total == 0] = 1
    w = e / total
    return w @ v, w


def attention(queries, keys, values, keep=None):
    lead, (n, d_k) = queries.shape[:-2], queries.shape[-2:]
    m, d_v = values.shape[-2:]
    full = np.ones(lead + (n, m), dtype=bool)
    if keep is not None:
        full = full & keep
    qs = queries.reshape((-1, n, d_k))
    ks = keys.reshape((-1, m, d_k))
    vs = values.reshape((-1, m, d_v))
    pairs = [_one(q, k, v, f) for q, k, v, f in zip(qs, ks, vs, full.reshape((-1, n, m)))]
    outputs = np.stack([o for o, _ in pairs]).reshape(lead + (n, d_v))
    weights = np.stack([w for _, w in pairs]).reshape(lead + (n, m))
    return outputs, weights
