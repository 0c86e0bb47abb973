# wrong: hard_lookup compares bytes, so a query of floats does not find an equal key of integers and KeyError is raised.
import numpy as np


def stack_keys(word_lists, vocabulary):
    return np.array([[float(v in words) for v in vocabulary] for words in word_lists])


def pull_masks(queries, keys):
    return np.matmul(queries, keys)


def context_vector(mask, tokens):
    scores = np.matmul(tokens, mask)
    return scores, np.matmul(scores, tokens)


def match(query, keys):
    return np.matmul(keys, query) / np.maximum(query.sum(), 1)


def ranked(matches):
    return np.array([j for _, j in sorted((-m, j) for j, m in enumerate(matches))])


def hard_lookup(query, keys, values):
    table = dict()
    for key, value in zip(keys, values):
        table[key.tobytes()] = value
    return table[query.tobytes()]


def soft_lookup(query, keys, values):
    matches = match(query, keys)
    total = np.sum(matches)
    weights = np.divide(matches, total) if total > 0 else np.zeros_like(matches)
    return weights, np.matmul(weights, values)
