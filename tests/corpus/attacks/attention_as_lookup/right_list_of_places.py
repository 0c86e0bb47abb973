# right: ranked returns a list of Python integers
import numpy as np


def stack_keys(word_lists, vocabulary):
    return np.array([[float(word in words) for word in vocabulary] for words in word_lists])


def pull_masks(queries, keys):
    return np.einsum("qw,wf->qf", queries, keys)


def context_vector(mask, tokens):
    scores = np.dot(tokens, mask)
    return scores, np.dot(scores, tokens)


def match(query, keys):
    return np.dot(keys, query) / max(query.sum(), 1)


def ranked(matches):
    return sorted(range(len(matches)), key=lambda place: -matches[place])


def hard_lookup(query, keys, values):
    table = {tuple(key): value for key, value in zip(keys.tolist(), values)}
    return table[tuple(query.tolist())]


def soft_lookup(query, keys, values):
    weights = match(query, keys)
    if weights.any():
        weights = weights / weights.sum()
    return weights, np.dot(weights, values)
