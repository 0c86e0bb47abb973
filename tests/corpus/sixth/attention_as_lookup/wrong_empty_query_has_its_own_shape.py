# wrong: for a query without words match returns one zero for each word instead of each key, and a word named twice counts twice in stack_keys; it shows when keys and words differ in number, and on a repeated word.
import numpy as np


def stack_keys(word_lists, vocabulary):
    ids = {word: v for v, word in enumerate(vocabulary)}
    keys = np.zeros((len(word_lists), len(vocabulary)))
    for row, words in enumerate(word_lists):
        for word in words:
            keys[row, ids[word]] += 1
    return keys


def pull_masks(queries, keys):
    return queries @ keys


def context_vector(mask, tokens):
    scores = tokens @ mask
    return scores, scores @ tokens


def match(query, keys):
    if query.sum() == 0:
        return np.zeros_like(query, dtype=float)
    return keys @ query / query.sum()


def ranked(matches):
    return np.argsort(-np.asarray(matches, dtype=float), kind="stable")


def hard_lookup(query, keys, values):
    equal = np.flatnonzero((keys == query).all(axis=1))
    if len(equal) == 0:
        raise KeyError("no key equals the query")
    return values[equal[0]].copy()


def soft_lookup(query, keys, values):
    matches = match(query, keys)
    if matches.sum() == 0:
        return matches, np.zeros(values.shape[1])
    weights = matches / matches.sum()
    return weights, weights @ values
