# wrong: two mistakes: a query without any word gives 0/0 = NaN in match (and soft_lookup), and ranked turns equal matches round.
import numpy as np


def stack_keys(word_lists, vocabulary):
    keys = np.zeros((len(word_lists), len(vocabulary)))
    for i in range(len(word_lists)):
        for j in range(len(vocabulary)):
            if vocabulary[j] in word_lists[i]:
                keys[i][j] = 1
    return keys


def pull_masks(queries, keys):
    return queries @ keys


def context_vector(mask, tokens):
    scores = tokens @ mask
    context = tokens.T @ scores
    return scores, context


def match(query, keys):
    return (keys @ query) / query.sum()


def ranked(matches):
    return np.argsort(matches)[::-1]


def hard_lookup(query, keys, values):
    equal = np.all(keys == query, axis=1)
    if not np.any(equal):
        raise KeyError("no key equals the query")
    return values[equal][0]


def soft_lookup(query, keys, values):
    matches = match(query, keys)
    if matches.sum() == 0:
        return np.zeros(len(keys)), np.zeros(values.shape[1])
    weights = matches / matches.sum()
    return weights, weights @ values
