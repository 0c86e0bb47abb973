# wrong: stack_keys adds 1 for every mention, so a word that a list names twice becomes a 2.
import numpy as np


def stack_keys(word_lists, vocabulary):
    keys = np.zeros((len(word_lists), len(vocabulary)))
    for r, words in enumerate(word_lists):
        for word in words:
            keys[r, vocabulary.index(word)] += 1
    return keys


def pull_masks(queries, keys):
    return queries @ keys


def context_vector(mask, tokens):
    scores = tokens @ mask
    return scores, scores @ tokens


def match(query, keys):
    asked = query.sum()
    if asked == 0:
        return np.zeros(len(keys))
    return keys @ query / asked


def ranked(matches):
    return np.argsort(-matches, kind="stable")


def hard_lookup(query, keys, values):
    for key, value in zip(keys, values):
        if np.array_equal(key, query):
            return value
    raise KeyError("no such key")


def soft_lookup(query, keys, values):
    matches = match(query, keys)
    if matches.sum() == 0:
        return np.zeros(len(keys)), np.zeros(values.shape[1])
    weights = matches / matches.sum()
    return weights, weights @ values
