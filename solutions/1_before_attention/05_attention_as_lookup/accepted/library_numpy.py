"""numpy's own operators: isin, einsum, lexsort, average."""

import numpy as np


def stack_keys(word_lists, vocabulary):
    return np.array([np.isin(vocabulary, words) for words in word_lists]).astype(int)


def pull_masks(queries, keys):
    return np.einsum("qw,wf->qf", queries, keys)


def context_vector(mask, tokens):
    scores = np.einsum("tw,w->t", tokens, mask)
    return scores, np.einsum("t,tw->w", scores, tokens)


def match(query, keys):
    shared = np.logical_and(keys, query).sum(axis=-1)
    return np.divide(shared, np.count_nonzero(query), out=np.zeros(len(keys)), where=bool(np.any(query)))


def ranked(matches):
    return np.lexsort((np.arange(len(matches)), -matches))


def hard_lookup(query, keys, values):
    found = np.flatnonzero((keys == query).all(axis=1))
    if not found.size:
        raise KeyError(tuple(query))
    return values[found[0]]


def soft_lookup(query, keys, values):
    shared = keys @ query
    if not shared.any():
        return np.zeros(len(keys)), np.zeros(values.shape[1])
    return shared / shared.sum(), np.average(values, axis=0, weights=shared)
