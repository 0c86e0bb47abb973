"""Attention as lookup: a query picks its mask by a matrix product; a table that answers exactly, and one that mixes."""

import numpy as np


def stack_keys(word_lists: list[list[str]], vocabulary: list[str]) -> np.ndarray:
    """One row of 0 and 1 for each list: 1 at the words it names.  Returns (row, word)."""
    keys = np.zeros((len(word_lists), len(vocabulary)))
    for row, words in enumerate(word_lists):
        for word in words:
            keys[row, vocabulary.index(word)] = 1.0
    return keys


def pull_masks(queries: np.ndarray, keys: np.ndarray) -> np.ndarray:
    """A one-hot row times a matrix is one row of the matrix; half of two words is half of two rows."""
    return queries @ keys  # (query, word) @ (word, feature)


def context_vector(mask: np.ndarray, tokens: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Score each token of the sentence, weight it by its score, add up."""
    scores = tokens @ mask  # (token, word) @ (word,) -> (token,): does this token matter?
    return scores, scores @ tokens  # (token,) @ (token, word) -> (word,)


def match(query: np.ndarray, keys: np.ndarray) -> np.ndarray:
    """Words that query and key share, out of the words of the query.  Returns (key,)."""
    shared = keys @ query  # (key, word) @ (word,) -> (key,): a dot product of 0s and 1s counts
    return shared / np.maximum(np.sum(query), 1)


def ranked(matches: np.ndarray) -> np.ndarray:
    """Numbers of the keys, best match first."""
    return np.argsort(-matches, kind="stable")  # stable: equal matches keep their order


def hard_lookup(query: np.ndarray, keys: np.ndarray, values: np.ndarray) -> np.ndarray:
    """All or nothing: the value of the key that equals the query in every place."""
    equal = np.all(keys == query, axis=1)  # (key,)
    if not np.any(equal):
        raise KeyError("no key equals the query")
    return values[np.argmax(equal)]  # the place of the one True


def soft_lookup(query: np.ndarray, keys: np.ndarray, values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Every key answers, as much as it matches."""
    matches = match(query, keys)  # (key,)
    total = np.sum(matches)
    weights = matches if total == 0 else matches / total  # none below 0, adding to 1
    return weights, weights @ values  # (key,) @ (key, d_v) -> (d_v,)
