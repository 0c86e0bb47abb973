# right: a Python dictionary for the hard lookup, sorted, and columns selected by the query.
import numpy as np


def stack_keys(word_lists, vocabulary):
    rows = [[int(word in words) for word in vocabulary] for words in word_lists]
    return np.array(rows).reshape(len(word_lists), len(vocabulary))


def pull_masks(queries, keys):
    return np.einsum("qw,wf->qf", queries, keys)


def context_vector(mask, tokens):
    scores = np.array([float(np.dot(token, mask)) for token in tokens])
    context = np.zeros(tokens.shape[1])
    for score, token in zip(scores, tokens):
        context = context + score * token
    return scores, context


def match(query, keys):
    asked = np.asarray(query) == 1
    if not asked.any():
        return np.zeros(len(keys))
    return np.asarray(keys, dtype=float)[:, asked].mean(axis=1)


def ranked(matches):
    return np.array(sorted(range(len(matches)), key=lambda j: -matches[j]), dtype=int)


def hard_lookup(query, keys, values):
    table = {tuple(int(x) for x in key): j for j, key in enumerate(keys)}
    return np.array(values[table[tuple(int(x) for x in query)]])


def soft_lookup(query, keys, values):
    matches = match(query, keys)
    weights = matches.copy()
    if matches.any():
        weights /= matches.sum()
    return weights, np.einsum("j,jd->d", weights, values)
