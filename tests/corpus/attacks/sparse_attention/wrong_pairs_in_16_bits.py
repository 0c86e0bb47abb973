# wrong: multiplications counts the pairs in 16 bits: more than 65535 visible pairs.
from collections.abc import Callable
import numpy as np


def window_pattern(length: int, radius: int) -> np.ndarray:
    """Neighbours see each other.  Returns bool (query, key)."""
    position = np.arange(length)
    distance = np.abs(position[:, None] - position[None, :])
    return distance <= radius


def global_pattern(length: int, tokens: list[int]) -> np.ndarray:
    """A few tokens see all and are seen by all.  Returns bool (query, key)."""
    keep = np.zeros((length, length), bool)
    keep[tokens, :] = True
    keep[:, tokens] = True
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
        seen = np.flatnonzero(keep[i])
        if seen.size == 0:
            continue
        scores = compare(query, keys[seen])
        weights = np.exp(scores - scores.max())
        outputs[i] = weights / weights.sum() @ values[seen]
    return outputs


def multiplications(keep, d_k, d_v):
    return int(keep.sum(dtype=np.uint16)) * (d_k + d_v)
