# right: matrix products and a stable argsort.
import numpy as np


def stack_keys(word_lists, vocabulary):
    ids = {word: v for v, word in enumerate(vocabulary)}
    keys = np.zeros((len(word_lists), len(vocabulary)))
    for row, words in enumerate(word_lists):
        for word in words:
            keys[row, ids[word]] = 1
    return keys


def pull_masks(queries, keys):
    return queries @ keys


def context_vector(mask, tokens):
    scores = tokens @ mask
    return scores, scores @ tokens


def match(query, keys):
    return (keys @ query) / max(query.sum(), 1)


def ranked(matches):
    return np.argsort(-np.asarray(matches, dtype=float), kind="stable")


def hard_lookup(query, keys, values):
    equal = np.flatnonzero((keys == query).all(axis=1))
    if len(equal) == 0:
        raise KeyError("no key equals the query")
    return values[equal[0]].copy()


def soft_lookup(query, keys, values):
    matches = match(query, keys)
    total = matches.sum()
    weights = matches / total if total > 0 else matches
    return weights, weights @ values
