# wrong: match divides by the words of the key, and soft_lookup makes the weights with softmax.
import numpy as np


def stack_keys(word_lists, vocabulary):
    index = {word: v for v, word in enumerate(vocabulary)}
    K = np.zeros((len(word_lists), len(vocabulary)), dtype=int)
    for row, words in zip(K, word_lists):
        row[[index[word] for word in words]] = 1
    return K


def pull_masks(queries, keys):
    return queries @ keys


def context_vector(mask, tokens):
    scores = tokens @ mask
    return scores, scores @ tokens


def match(query, keys):
    return (keys @ query) / np.maximum(keys.sum(axis=1), 1)


def ranked(matches):
    return np.argsort(-np.asarray(matches, dtype=float), kind="stable")


def hard_lookup(query, keys, values):
    equal = np.flatnonzero((keys == query).all(axis=1))
    if equal.size == 0:
        raise KeyError("no key equals the query")
    return np.array(values[equal[0]])


def soft_lookup(query, keys, values):
    matches = match(query, keys)
    weights = np.exp(matches - matches.max())
    weights /= weights.sum()
    return weights, weights @ values
