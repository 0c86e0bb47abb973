# wrong: match divides by the number of words of each key, so a key with one word that is asked for matches fully.
import numpy as np


def stack_keys(word_lists, vocabulary):
    result = []
    for words in word_lists:
        named = set(words)
        result.append([int(v in named) for v in vocabulary])
    return np.array(result).reshape(len(word_lists), len(vocabulary))


def pull_masks(queries, keys):
    return np.tensordot(queries, keys, axes=(1, 0))


def context_vector(mask, tokens):
    scores = (tokens * mask).sum(axis=1)
    context = (tokens * scores[:, None]).sum(axis=0)
    return scores, context


def match(query, keys):
    both = (keys * query).sum(axis=1)
    words = keys.sum(axis=1)
    return both / np.where(words == 0, 1, words)


def ranked(matches):
    return np.argsort(-matches, kind="stable")


def hard_lookup(query, keys, values):
    for j in range(len(keys)):
        if (keys[j] == query).all():
            return values[j].copy()
    raise KeyError


def soft_lookup(query, keys, values):
    matches = match(query, keys)
    total = matches.sum()
    if total == 0:
        return np.zeros(len(keys)), np.zeros(values.shape[1])
    weights = matches / total
    return weights, (weights[:, None] * values).sum(axis=0)
