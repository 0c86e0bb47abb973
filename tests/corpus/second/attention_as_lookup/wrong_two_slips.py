# wrong: match divides by the vocabulary size and counts common 0s as shared; soft_lookup checks only for an empty query (0/0)
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
    query = np.asarray(query)
    if query.sum() == 0:
        return np.zeros(len(keys))
    agree = np.asarray(keys) == query
    return agree.sum(axis=1) / len(query)


def ranked(matches):
    return np.argsort(-np.asarray(matches, dtype=float), kind="stable")


def hard_lookup(query, keys, values):
    found = np.flatnonzero((np.asarray(keys) == query).all(axis=1))
    if found.size == 0:
        raise KeyError("no key equals the query")
    return values[found[0]]


def soft_lookup(query, keys, values):
    if np.sum(query) == 0:
        return np.zeros(len(keys)), np.zeros(values.shape[1])
    scores = np.asarray(keys) @ query
    weights = scores / scores.sum()
    return weights, weights @ values
