# right: einsum, with a matrix of ceilings (+inf seen, -inf hidden) under which the scores are pressed; an empty row is mended by a maximum of 0.
import numpy as np


def attention(
    queries: np.ndarray, keys: np.ndarray, values: np.ndarray, keep: np.ndarray | None = None
) -> tuple[np.ndarray, np.ndarray]:
    q, k, v = (a.astype(np.float64) for a in (queries, keys, values))
    scores = np.einsum("...qd,...kd->...qk", q, k) / np.sqrt(q.shape[-1])
    if keep is not None:
        # a ceiling for every score: +inf changes nothing, -inf hides
        ceiling = np.where(keep, np.inf, -np.inf)
        scores = np.fmin(scores, ceiling)
    best = scores.max(axis=-1, keepdims=True)
    e = np.exp(scores - np.where(best == -np.inf, 0.0, best))
    share = e.sum(axis=-1, keepdims=True)
    weights = e / np.where(share == 0.0, 1.0, share)
    return np.einsum("...qk,...kv->...qv", weights, v), weights
