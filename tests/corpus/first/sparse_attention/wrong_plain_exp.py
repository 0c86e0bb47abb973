# wrong: sparse_attention takes exp of the scores as they are: nan for scores above 709, and for rows far below zero
"""Sparse attention: each query looks at a few keys only.  In every mask True means keep, False means hide."""

from collections.abc import Callable

import numpy as np


def window_pattern(length: int, radius: int) -> np.ndarray:
    """Every token sees itself and up to `radius` neighbours on each side.

    Returns bool (query, key), both of size `length`. The sentence does not wrap around at its ends.
    """
    i = np.arange(length)
    return np.abs(i[:, None] - i[None, :]) <= radius


def global_pattern(length: int, tokens: list[int]) -> np.ndarray:
    """A global token sees every token, and every token sees it.

    tokens: the positions of the global tokens.
    Returns bool (query, key), both of size `length`: True if the query or the key is a global token.
    """
    keep = np.zeros((length, length), dtype=bool)
    for t in tokens:
        keep[t, :] = True
        keep[:, t] = True
    return keep


def random_pattern(length: int, chosen: np.ndarray) -> np.ndarray:
    """Every token sees the keys that were drawn for it, and no others.

    chosen: ints (query, number of keys); row i holds the keys of query i. They are given: nothing is drawn here.
    Returns bool (query, key), both of size `length`.
    """
    keep = np.zeros((length, length), dtype=bool)
    for i in range(length):
        keep[i, chosen[i]] = True
    return keep


def union(patterns: list[np.ndarray]) -> np.ndarray:
    """A key is visible if at least one of the patterns keeps it.

    patterns: one or more bool arrays of one shape, (query, key); they stay as they were.
    Returns bool (query, key).
    """
    return np.any(np.stack(patterns), axis=0)


def sparse_attention(
    queries: np.ndarray,
    keys: np.ndarray,
    values: np.ndarray,
    keep: np.ndarray,
    compare: Callable[[np.ndarray, np.ndarray], np.ndarray],
) -> np.ndarray:
    """Attention that compares each query with its visible keys, and with no others.

    queries: (query, d_k).  keys: (key, d_k).  values: (key, d_v).  keep: bool (query, key).
    compare: compare(query, some_keys) takes one query (d_k,) and any number n of keys (n, d_k). It returns their
        scores (n,), already divided by √d_k, and counts n comparisons.
    Returns (query, d_v). A query that sees nothing gets zeros.
    """
    result = np.zeros((len(queries), values.shape[-1]))
    for i, j in enumerate(map(np.flatnonzero, keep)):
        if j.size:
            part = np.exp(compare(queries[i], keys[j]))
            result[i] = part @ values[j] / np.sum(part)
    return result


def multiplications(keep: np.ndarray, d_k: int, d_v: int) -> int:
    """How many multiplications of two numbers sparse attention needs for its dot products and its mixtures.

    A comparison of one query with one key takes d_k of them. Adding one weighted value takes d_v.
    """
    pairs = int(np.count_nonzero(keep))
    return pairs * d_k + pairs * d_v
