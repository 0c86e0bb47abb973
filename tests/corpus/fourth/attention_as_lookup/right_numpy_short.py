# right: short numpy expressions in float64, stable argsort of the negated matches
import numpy as np


def stack_keys(word_lists, vocabulary):
    place = {w: j for j, w in enumerate(vocabulary)}
    rows = np.zeros((len(word_lists), len(vocabulary)), dtype=int)
    for i, words in enumerate(word_lists):
        for w in words:
            rows[i, place[w]] = 1
    return rows


def pull_masks(queries, keys):
    return np.asarray(queries, dtype=float) @ np.asarray(keys, dtype=float)


def context_vector(mask, tokens):
    tokens = np.asarray(tokens, dtype=float)
    scores = tokens @ np.asarray(mask, dtype=float)
    return scores, scores @ tokens


def match(query, keys):
    query, keys = np.asarray(query, dtype=float), np.asarray(keys, dtype=float)
    return keys @ query / max(query.sum(), 1.0)


def ranked(matches):
    return np.argsort(-np.asarray(matches, dtype=float), kind="stable")


def hard_lookup(query, keys, values):
    equal = (np.asarray(keys) == np.asarray(query)).all(axis=1)
    if not equal.any():
        raise KeyError("no such key")
    return np.array(values[int(np.flatnonzero(equal)[0])])


def soft_lookup(query, keys, values):
    m = match(query, keys)
    weights = m / m.sum() if m.any() else np.zeros_like(m)
    return weights, weights @ np.asarray(values, dtype=float)
