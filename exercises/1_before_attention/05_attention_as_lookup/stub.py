"""Attention as lookup: a query picks its mask by a matrix product; a table that answers exactly, and one that mixes."""

import numpy as np


def stack_keys(word_lists: list[list[str]], vocabulary: list[str]) -> np.ndarray:
    """One row of 0 and 1 for each list: 1 at the words it contains.

    word_lists: words of the vocabulary.
    Returns (row, word), the words in the order of the vocabulary. An empty list is a row of zeros.
    """
    raise NotImplementedError


def pull_masks(queries: np.ndarray, keys: np.ndarray) -> np.ndarray:
    """Pull out the mask of each query's word by one matrix product.

    queries: (query, word), one-hot rows, or blends of them.  keys: (word, feature), row w is the mask of word w.
    Returns (query, feature).
    """
    raise NotImplementedError


def context_vector(mask: np.ndarray, tokens: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Weight the tokens of the sentence by their scores, and add them up.

    mask: (word,), what matters now.  tokens: (token, word), one vector for each word of the sentence.
    Returns scores (token,), the dot product of each token with the mask, and context (word,).
    """
    raise NotImplementedError


def match(query: np.ndarray, keys: np.ndarray) -> np.ndarray:
    """What share of the query's words does each key have?

    query: (word,), 0 or 1.  keys: (key, word), 0 or 1.
    Returns (key,), from 0 to 1. A query without any word matches nothing.
    """
    raise NotImplementedError


def ranked(matches: np.ndarray) -> np.ndarray:
    """The order in which to show the values: indices of the keys, best match first.

    matches: (key,).  Returns integers (key,), counted from 0, to index the values with.
    Equal matches stay in the order of the keys.
    """
    raise NotImplementedError


def hard_lookup(query: np.ndarray, keys: np.ndarray, values: np.ndarray) -> np.ndarray:
    """A hash table: the value of the one key that equals the query.

    query: (word,), 0 or 1.  keys: (key, word), 0 or 1, no two equal.  values: (key, d_v).
    Returns (d_v,). Raises KeyError if no key equals the query.
    """
    raise NotImplementedError


def soft_lookup(query: np.ndarray, keys: np.ndarray, values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """A fuzzy hash table: every key contributes as much as it matches.

    query: (word,), 0 or 1.  keys: (key, word), 0 or 1.  values: (key, d_v).
    Returns weights (key,), the matches divided by their sum, and the weighted sum of the values (d_v,).
    If no key matches, both are zeros.
    """
    raise NotImplementedError
