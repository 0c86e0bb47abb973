# wrong: soft_lookup divides by at least 1 against 0/0, so weak matches with a sum below 1 give weights that do not add up to 1.
import numpy as np


def _at_least_one(x):
    return np.maximum(x, 1)


def stack_keys(word_lists, vocabulary):
    keys = np.zeros([len(word_lists), len(vocabulary)], dtype=int)
    for row, words in enumerate(word_lists):
        for column, word in enumerate(vocabulary):
            keys[row, column] = min(words.count(word), 1)
    return keys


def pull_masks(queries, keys):
    return np.dot(np.asarray(queries, float), np.asarray(keys, float))


def context_vector(mask, tokens):
    scores = np.dot(tokens, mask)
    return scores, np.sum(scores[:, np.newaxis] * tokens, axis=0)


def match(query, keys):
    return np.dot(keys, query) / _at_least_one(np.sum(query))


def ranked(matches):
    return np.argsort(-np.array(matches), kind="stable")


def hard_lookup(query, keys, values):
    distance = np.sum(np.not_equal(keys, query), axis=1)
    nearest = int(np.argmin(distance))
    if distance[nearest] != 0:
        raise KeyError(nearest)
    return values[nearest]


def soft_lookup(query, keys, values):
    matches = match(query, keys)
    weights = matches / _at_least_one(np.sum(matches))
    return weights, np.dot(weights, values)
