# right: a class around a real dictionary with tuples as keys; sorted() with a key for the ranking.
import numpy as np


class _Table:
    def __init__(self, keys, values):
        self.keys = [frozenset(np.flatnonzero(key).tolist()) for key in keys]
        self.values = values

    def __getitem__(self, query):
        return dict(zip(self.keys, self.values))[frozenset(np.flatnonzero(query).tolist())]

    def shares(self, query):
        asked = set(np.flatnonzero(query).tolist())
        return np.array([len(asked & key) / (len(asked) or 1) for key in self.keys])


def stack_keys(word_lists, vocabulary):
    rows = [[float(word in set(words)) for word in vocabulary] for words in word_lists]
    return np.array(rows).reshape(len(word_lists), len(vocabulary))


def pull_masks(queries, keys):
    return (np.asarray(queries)[:, :, None] * np.asarray(keys)[None, :, :]).sum(axis=1)


def context_vector(mask, tokens):
    scores = np.inner(tokens, mask)
    return scores, np.add.reduce(scores[:, None] * tokens)


def match(query, keys):
    return _Table(keys, [None] * len(keys)).shares(query)


def ranked(matches):
    return np.array(sorted(range(len(matches)), key=lambda j: -float(matches[j])), dtype=np.int64)


def hard_lookup(query, keys, values):
    return _Table(keys, values)[query]


def soft_lookup(query, keys, values):
    weights = _Table(keys, values).shares(query)
    if weights.any():
        weights /= weights.sum()
    return weights, np.average(values, axis=0, weights=weights) if weights.any() else np.zeros(values.shape[1])
