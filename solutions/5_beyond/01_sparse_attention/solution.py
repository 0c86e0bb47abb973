"""Sparse attention: each query looks at a few keys only.  In every mask True means keep, False means hide."""

from collections.abc import Callable

import numpy as np


def window_pattern(length: int, radius: int) -> np.ndarray:
    """Neighbours see each other.  Returns bool (query, key)."""
    position = np.arange(length)
    distance = np.abs(position[:, None] - position[None, :])  # (query, key)
    return distance <= radius


def global_pattern(length: int, tokens: list[int]) -> np.ndarray:
    """A few tokens see all and are seen by all.  Returns bool (query, key)."""
    keep = np.zeros((length, length), bool)
    keep[tokens, :] = True  # their rows: they look at everything
    keep[:, tokens] = True  # their columns: everything looks at them
    return keep


def random_pattern(length: int, chosen: np.ndarray) -> np.ndarray:
    """Each query sees what was drawn for it.  chosen: ints (query, number of keys).  Returns bool (query, key)."""
    keep = np.zeros((length, length), bool)
    for query, keys in enumerate(chosen):
        keep[query, keys] = True
    return keep


def union(patterns: list[np.ndarray]) -> np.ndarray:
    """BigBird: one pattern that keeps the pair is enough.  Returns bool (query, key)."""
    return np.any(np.stack(patterns), axis=0)


def sparse_attention(
    queries: np.ndarray,
    keys: np.ndarray,
    values: np.ndarray,
    keep: np.ndarray,
    compare: Callable[[np.ndarray, np.ndarray], np.ndarray],
) -> np.ndarray:
    """Attention over the visible pairs.  (query, d_k), (key, d_k), (key, d_v), bool (query, key) -> (query, d_v)."""
    outputs = np.zeros((len(queries), values.shape[-1]))
    for i, query in enumerate(queries):
        seen = np.flatnonzero(keep[i])  # (seen,), the places of the visible keys
        if seen.size == 0:
            continue  # nothing to see: zeros
        scores = compare(query, keys[seen])  # (seen,); the hidden keys are never touched
        weights = np.exp(scores - scores.max())  # (seen,)
        outputs[i] = weights / weights.sum() @ values[seen]  # (d_v,)
    return outputs


def multiplications(keep: np.ndarray, d_k: int, d_v: int) -> int:
    """The cost: d_k for each visible pair's score, d_v for its share of the mixture."""
    visible_pairs = int(np.sum(keep))
    return visible_pairs * (d_k + d_v)
