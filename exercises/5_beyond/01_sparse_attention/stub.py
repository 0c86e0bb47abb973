"""Sparse attention: each query attends to a few keys only.  In every mask True means keep, False means hide."""

from collections.abc import Callable

import numpy as np


def window_pattern(length: int, radius: int) -> np.ndarray:
    """Every token sees itself and up to `radius` neighbours on each side.

    Returns bool (query, key), both of size `length`. The sentence does not wrap around at its ends.
    """
    raise NotImplementedError


def global_pattern(length: int, tokens: list[int]) -> np.ndarray:
    """A global token sees every token, and every token sees it.

    tokens: the positions of the global tokens.
    Returns bool (query, key), both of size `length`: True if the query or the key is a global token.
    """
    raise NotImplementedError


def random_pattern(length: int, chosen: np.ndarray) -> np.ndarray:
    """Every token sees the keys that were drawn for it, and no others.

    chosen: ints (query, number of keys); row i holds the keys of query i, perhaps the same one twice. They are given:
        nothing is drawn here.
    Returns bool (query, key), both of size `length`.
    """
    raise NotImplementedError


def union(patterns: list[np.ndarray]) -> np.ndarray:
    """A key is visible if at least one of the patterns keeps it.

    patterns: one or more bool arrays of one shape, (query, key).
    Returns bool (query, key).
    """
    raise NotImplementedError


def sparse_attention(
    queries: np.ndarray,
    keys: np.ndarray,
    values: np.ndarray,
    keep: np.ndarray,
    compare: Callable[[np.ndarray, np.ndarray], np.ndarray],
) -> np.ndarray:
    """Attention that compares each query with its visible keys, and with no others.

    queries: (query, d_k).  keys: (key, d_k).  values: (key, d_v), integers or floats.  keep: bool (query, key).
    compare: compare(query, some_keys) takes one query (d_k,) and any number n of keys (n, d_k). It returns their
        scores (n,), already divided by √d_k, and counts n comparisons.
    Returns floats (query, d_v). A query that sees nothing gets zeros.
    """
    raise NotImplementedError


def multiplications(keep: np.ndarray, d_k: int, d_v: int) -> int:
    """How many multiplications of two numbers sparse attention needs for its dot products and its mixtures.

    A comparison of one query with one key takes d_k of them. Adding one weighted value takes d_v.
    """
    raise NotImplementedError
