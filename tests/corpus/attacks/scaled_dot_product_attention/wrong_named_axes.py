# wrong: einsum with named axes for none, one or two leading axes: three leading axes raise.
import numpy as np


def attention(
    queries: np.ndarray, keys: np.ndarray, values: np.ndarray, keep: np.ndarray | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Mix the values for every query.  (..., query, d_k), (..., key, d_k), (..., key, d_v) -> outputs, weights."""
    d_k = queries.shape[-1]
    scores = np.einsum(
        {2: "qd,kd->qk", 3: "bqd,bkd->bqk", 4: "bhqd,bhkd->bhqk"}[queries.ndim], queries, keys
    ) / np.sqrt(d_k)
    if keep is not None:
        scores = np.where(keep, scores, -np.inf)
    peak = scores.max(axis=-1, keepdims=True)
    weights = np.exp(scores - np.where(np.isneginf(peak), 0, peak))
    total = weights.sum(axis=-1, keepdims=True)
    weights = weights / np.where(total == 0, 1, total)
    outputs = weights @ values
    return (outputs, weights)
