# right: vectorised numpy, stable argsort of the negated matches
import numpy as np


def stack_keys(word_lists: list[list[str]], vocabulary: list[str]) -> np.ndarray:
    table = [[int(word in names) for word in vocabulary] for names in word_lists]
    return np.array(table, dtype=int).reshape(len(word_lists), len(vocabulary))


def pull_masks(queries: np.ndarray, keys: np.ndarray) -> np.ndarray:
    return queries @ keys


def context_vector(mask: np.ndarray, tokens: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    scores = tokens @ mask
    return scores, scores @ tokens


def match(query: np.ndarray, keys: np.ndarray) -> np.ndarray:
    return (keys @ query) / max(query.sum(), 1)


def ranked(matches: np.ndarray) -> np.ndarray:
    return np.argsort(-np.asarray(matches, dtype=float), kind="stable")


def hard_lookup(query: np.ndarray, keys: np.ndarray, values: np.ndarray) -> np.ndarray:
    (found,) = np.nonzero((keys == query).all(axis=1))
    if found.size == 0:
        raise KeyError(tuple(query))
    return values[found[0]]


def soft_lookup(query: np.ndarray, keys: np.ndarray, values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    matches = match(query, keys)
    total = matches.sum()
    weights = matches / total if total > 0 else np.zeros(len(keys))
    return weights, weights @ values
