# right: einsum for every product; whole-number counts of shared words make the weights, without going through the matches.
import numpy as np


def stack_keys(word_lists, vocabulary):
    index = {w: v for v, w in enumerate(vocabulary)}
    keys = np.zeros((len(word_lists), len(vocabulary)), dtype=np.int8)
    for row, words in zip(keys, word_lists):
        row[[index[w] for w in words]] = 1
    return keys


def pull_masks(queries, keys):
    return np.einsum("qw,wf->qf", queries, keys)


def context_vector(mask, tokens):
    scores = np.einsum("tw,w->t", tokens, mask)
    return scores, np.einsum("t,tw->w", scores, tokens)


def _shared(query, keys):
    return np.einsum("kw,w->k", np.asarray(keys, dtype=float), np.asarray(query, dtype=float))


def match(query, keys):
    words = np.count_nonzero(query)
    return _shared(query, keys) / max(words, 1)


def ranked(matches):
    return np.lexsort((np.arange(len(matches)), -np.asarray(matches, dtype=float)))


def hard_lookup(query, keys, values):
    found = np.flatnonzero((np.asarray(keys) == np.asarray(query)).all(axis=1))
    if found.size == 0:
        raise KeyError("no key equals the query")
    return np.array(values[found[0]])


def soft_lookup(query, keys, values):
    shared = _shared(query, keys)
    total = shared.sum()
    weights = np.divide(shared, total, out=np.zeros(len(shared)), where=total > 0)
    return weights, np.einsum("k,kd->d", weights, values)
