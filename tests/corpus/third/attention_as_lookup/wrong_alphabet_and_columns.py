# wrong: two mistakes: stack_keys numbers the words by the alphabet, and pull_masks computes q K^T, which picks columns of the stacked masks.
import numpy as np


def stack_keys(word_lists, vocabulary):
    words = sorted(vocabulary)
    return np.array([[1 if word in names else 0 for word in words] for names in word_lists])


def pull_masks(queries, keys):
    return np.matmul(queries, np.transpose(keys))


def context_vector(mask, tokens):
    scores = np.array([np.dot(token, mask) for token in tokens])
    context = np.zeros(len(mask))
    for score, token in zip(scores, tokens):
        context = context + score * token
    return scores, context


def match(query, keys):
    count = max(int(query.sum()), 1)
    return np.array([(query * key).sum() / count for key in keys])


def ranked(matches):
    return np.array(sorted(range(len(matches)), key=lambda j: matches[j], reverse=True))


def hard_lookup(query, keys, values):
    hits = np.flatnonzero((keys == query).all(axis=1))
    if len(hits) == 0:
        raise KeyError(query)
    return values[hits[0]]


def soft_lookup(query, keys, values):
    matches = match(query, keys)
    total = matches.sum()
    weights = matches / total if total > 0 else matches
    return weights, np.dot(weights, values)
