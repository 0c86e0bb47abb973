# wrong: the softmax runs along axis=1, which is right for one sentence but normalises over the queries of a batch (or over heads); shows with any leading axis.
import numpy as np


def softmax(x, hidden=None):
    if hidden is not None:
        x = np.where(hidden, -np.inf, x)
    m = np.max(x, axis=1, keepdims=True)
    m[np.isneginf(m)] = 0
    e = np.exp(x - m)
    s = np.sum(e, axis=1, keepdims=True)
    return np.divide(e, s, out=np.zeros_like(e), where=s > 0)


def attention(
    queries: np.ndarray, keys: np.ndarray, values: np.ndarray, keep: np.ndarray | None = None
) -> tuple[np.ndarray, np.ndarray]:
    d_k = queries.shape[-1]
    scores = np.einsum("...qd,...kd->...qk", queries, keys) / np.sqrt(d_k)
    weights = softmax(scores, None if keep is None else ~keep)
    outputs = np.einsum("...qk,...kv->...qv", weights, values)
    return outputs, weights
