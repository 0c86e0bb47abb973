# wrong: match is 0/0 for a query without words, and hard_lookup returns the value of key 0 when nothing is equal
import numpy as np


def stack_keys(word_lists, vocabulary):
    place = {w: j for j, w in enumerate(vocabulary)}
    rows = np.zeros((len(word_lists), len(vocabulary)), dtype=int)
    for i, words in enumerate(word_lists):
        for w in words:
            rows[i, place[w]] = 1
    return rows


def pull_masks(queries, keys):
    return np.asarray(queries, dtype=float) @ np.asarray(keys, dtype=float)


def context_vector(mask, tokens):
    tokens = np.asarray(tokens, dtype=float)
    scores = tokens @ np.asarray(mask, dtype=float)
    return scores, scores @ tokens


def match(query, keys):
    with np.errstate(all="ignore"):
        return np.asarray(keys) @ np.asarray(query) / np.sum(query)


def ranked(matches):
    return np.argsort(-np.asarray(matches, dtype=float), kind="stable")


def hard_lookup(query, keys, values):
    equal = [bool(np.all(key == query)) for key in keys]
    return np.array(values[int(np.argmax(equal))])


def soft_lookup(query, keys, values):
    m = match(query, keys)
    weights = m / m.sum() if m.any() else np.zeros_like(m)
    return weights, weights @ np.asarray(values, dtype=float)
