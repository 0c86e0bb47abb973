# wrong: pull_masks adds up the masks of all words that are in the query, without their shares; it shows on blends.
import numpy as np


def stack_keys(word_lists, vocabulary):
    rows = [[int(word in words) for word in vocabulary] for words in word_lists]
    return np.array(rows).reshape(len(word_lists), len(vocabulary))


def pull_masks(queries, keys):
    masks = np.zeros((len(queries), keys.shape[1]))
    for n, query in enumerate(queries):
        for word, share in enumerate(query):
            if share:
                masks[n] += keys[word]
    return masks


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
