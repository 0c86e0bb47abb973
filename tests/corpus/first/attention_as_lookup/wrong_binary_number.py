# wrong: hard_lookup compares rows as 64-bit binary numbers; shows for vocabularies of more than 64 words (high words vanish)
import numpy as np


class Table:
    def __init__(self, keys, values):
        self.keys = np.asarray(keys, dtype=float)
        self.values = np.asarray(values, dtype=float)
        self.rows = {tuple(k): v for k, v in zip(self.keys.tolist(), self.values)}

    def exact(self, query):
        return self.rows[tuple(np.asarray(query, dtype=float).tolist())]

    def fuzzy(self, query):
        shared = np.einsum("jw,w->j", self.keys, np.asarray(query, dtype=float))
        weights = np.divide(shared, shared.sum(), out=np.zeros(len(shared)), where=shared > 0)
        return weights, np.einsum("j,jd->d", weights, self.values)


def stack_keys(word_lists, vocabulary):
    place = dict(zip(vocabulary, range(len(vocabulary))))
    keys = np.zeros((len(word_lists), len(vocabulary)), dtype=np.float32)
    for row, names in zip(keys, word_lists):
        row[[place[name] for name in names]] = 1
    return keys


def pull_masks(queries, keys):
    return np.einsum("qw,wf->qf", queries, keys)


def context_vector(mask, tokens):
    scores = np.einsum("tw,w->t", tokens, mask)
    return scores, np.einsum("t,tw->w", scores, tokens)


def match(query, keys):
    both = np.logical_and(np.asarray(keys) == 1, np.asarray(query) == 1).sum(axis=1)
    words = np.count_nonzero(query)
    return both / words if words else np.zeros(len(keys))


def ranked(matches):
    m = np.asarray(matches, dtype=float)
    return np.lexsort((np.arange(len(m)), -m))


def hard_lookup(query, keys, values):
    place = 2 ** np.arange(np.shape(keys)[1])
    numbers = np.asarray(keys).astype(int) @ place
    wanted = np.asarray(query).astype(int) @ place
    for j, number in enumerate(numbers):
        if number == wanted:
            return values[j]
    raise KeyError(wanted)


def soft_lookup(query, keys, values):
    return Table(keys, values).fuzzy(query)
