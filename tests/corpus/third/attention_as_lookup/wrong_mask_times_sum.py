# wrong: the context is the mask times the sum of the tokens, which is the same only for one-hot tokens and differs for any others.
import numpy as np


def stack_keys(word_lists, vocabulary):
    return np.array([np.isin(vocabulary, words) for words in word_lists]).astype(float)


def pull_masks(queries, keys):
    return np.dot(queries, keys)


def context_vector(mask, tokens):
    scores = np.dot(tokens, mask)
    bag = tokens.sum(axis=0)
    return scores, mask * bag


def match(query, keys):
    n_words = np.count_nonzero(query)
    shared = np.dot(keys, query)
    return shared / n_words if n_words else np.zeros(len(keys))


def ranked(matches):
    order = list(range(len(matches)))
    order.sort(key=lambda j: -float(matches[j]))
    return np.array(order)


def hard_lookup(query, keys, values):
    table = {tuple(key): value for key, value in zip(keys.tolist(), values)}
    return table[tuple(query.tolist())]


def soft_lookup(query, keys, values):
    m = match(query, keys)
    if not np.any(m):
        return np.zeros(len(keys)), np.zeros(values.shape[1])
    w = m / np.sum(m)
    return w, np.dot(w, values)
