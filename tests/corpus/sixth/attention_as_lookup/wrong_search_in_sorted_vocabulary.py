# wrong: stack_keys finds columns by searchsorted, and hard_lookup raises IndexError when nothing is found; it shows on a vocabulary that is not alphabetical and on a query without its key.
import numpy as np


def stack_keys(word_lists, vocabulary):
    keys = np.zeros((len(word_lists), len(vocabulary)))
    for row, words in enumerate(word_lists):
        if words:
            keys[row, np.searchsorted(vocabulary, words) % len(vocabulary)] = 1
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
    row = np.where(np.all(keys == query, axis=1))[0][0]
    return values[row].copy()


def soft_lookup(query, keys, values):
    matches = match(query, keys)
    total = matches.sum()
    weights = matches / total if total > 0 else matches
    return weights, weights @ values
