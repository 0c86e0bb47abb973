# wrong: ranked returns the rank of each key (argsort of argsort), not the keys in order; shows unless the order is its own inverse
import numpy as np


def stack_keys(word_lists, vocabulary):
    return np.array([np.isin(vocabulary, words) for words in word_lists], dtype=int).reshape(
        len(word_lists), len(vocabulary))


def pull_masks(queries, keys):
    return queries @ keys


def context_vector(mask, tokens):
    scores = tokens @ mask
    return scores, scores @ tokens


def match(query, keys):
    query = np.asarray(query, dtype=float)
    return np.asarray(keys, dtype=float) @ query / max(query.sum(), 1.0)


def ranked(matches):
    order = np.argsort(-np.asarray(matches, dtype=float), kind="stable")
    return np.argsort(order, kind="stable")


def hard_lookup(query, keys, values):
    found = np.flatnonzero((np.asarray(keys) == query).all(axis=1))
    if found.size == 0:
        raise KeyError("no key equals the query")
    return values[found[0]]


def soft_lookup(query, keys, values):
    matches = match(query, keys)
    if not matches.any():
        return np.zeros(len(keys)), np.zeros(np.shape(values)[1])
    weights = matches / matches.sum()
    return weights, weights @ values
