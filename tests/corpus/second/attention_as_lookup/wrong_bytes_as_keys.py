# wrong: HashTable compares the bytes of the rows; equal query and keys of different dtypes (int and float) raise KeyError
import numpy as np


def _words(row):
    return frozenset(np.flatnonzero(row).tolist())


def _mix(weights, rows):
    return np.tensordot(np.asarray(weights, dtype=np.float32), np.asarray(rows, dtype=np.float32), axes=1)


class HashTable:
    def __init__(self, keys, values):
        self.entries = {np.asarray(key).tobytes(): value for key, value in zip(keys, values)}

    def __getitem__(self, query):
        return self.entries[np.asarray(query).tobytes()]


def stack_keys(word_lists, vocabulary):
    table = [[int(word in named) for word in vocabulary] for named in map(set, word_lists)]
    return np.array(table, dtype=np.float32).reshape(-1, len(vocabulary))


def pull_masks(queries, keys):
    return _mix(queries, keys)


def context_vector(mask, tokens):
    scores = np.array([np.dot(token, mask) for token in tokens])
    return scores, _mix(scores, tokens)


def match(query, keys):
    wanted = _words(query)
    return np.array([len(wanted & _words(key)) / (len(wanted) or 1) for key in keys])


def ranked(matches):
    return np.lexsort((np.arange(len(matches)), -np.array(matches, dtype=float)))


def hard_lookup(query, keys, values):
    return HashTable(keys, values)[query]


def soft_lookup(query, keys, values):
    matches = match(query, keys)
    total = matches.sum()
    weights = np.divide(matches, total, out=np.zeros_like(matches), where=total > 0)
    return weights, _mix(weights, values)
