# wrong: ranked uses argsort without kind="stable", so with many keys (more than about 16) equal matches are shuffled.
import numpy as np


def stack_keys(word_lists, vocabulary):
    index = {w: i for i, w in enumerate(vocabulary)}
    keys = np.zeros((len(word_lists), len(vocabulary)))
    rows = [r for r, words in enumerate(word_lists) for _ in words]
    columns = [index[w] for words in word_lists for w in words]
    keys[rows, columns] = 1
    return keys


def pull_masks(queries, keys):
    return np.einsum("qw,wf->qf", queries, keys)


def context_vector(mask, tokens):
    scores = np.inner(tokens, mask)
    return scores, np.inner(tokens.T, scores)


def match(query, keys):
    shared = np.inner(keys, query)
    total = query.sum()
    return np.divide(shared, total, out=np.zeros(len(keys)), where=total > 0)


def ranked(matches):
    return np.argsort(-np.asarray(matches, dtype=float))


def hard_lookup(query, keys, values):
    position = [i for i, key in enumerate(keys) if list(key) == list(query)]
    if not position:
        raise KeyError(list(query))
    return values[position[0]]


def soft_lookup(query, keys, values):
    weights = match(query, keys)
    total = weights.sum()
    if total:
        weights = weights / total
    return weights, np.inner(values.T, weights)
