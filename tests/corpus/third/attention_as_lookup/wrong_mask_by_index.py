# wrong: pull_masks takes the row of the largest weight, which is right for one-hot queries and forgets the rest of a blend.
import numpy as np


def stack_keys(word_lists: list[list[str]], vocabulary: list[str]) -> np.ndarray:
    keys = np.zeros((len(word_lists), len(vocabulary)), dtype=int)
    position = {word: v for v, word in enumerate(vocabulary)}
    for row, words in zip(keys, word_lists):
        row[[position[word] for word in words]] = 1
    return keys


def pull_masks(queries: np.ndarray, keys: np.ndarray) -> np.ndarray:
    return keys[queries.argmax(axis=1)]


def context_vector(mask: np.ndarray, tokens: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    scores = np.einsum("tw,w->t", tokens, mask)
    context = np.einsum("t,tw->w", scores, tokens)
    return scores, context


def match(query: np.ndarray, keys: np.ndarray) -> np.ndarray:
    shared = np.einsum("kw,w->k", keys, query)
    return shared / max(query.sum(), 1)


def ranked(matches: np.ndarray) -> np.ndarray:
    return np.lexsort((np.arange(len(matches)), -matches))


def hard_lookup(query: np.ndarray, keys: np.ndarray, values: np.ndarray) -> np.ndarray:
    different = np.abs(keys - query).sum(axis=1)
    if different.min() > 0:
        raise KeyError("not in the table")
    return values[different.argmin()]


def soft_lookup(query: np.ndarray, keys: np.ndarray, values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    weights = match(query, keys)
    if weights.any():
        weights = weights / weights.sum()
    return weights, np.einsum("k,kd->d", weights, values)
