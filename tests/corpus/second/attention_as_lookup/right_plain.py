# right: plain loops, sums and Python sorting
import numpy as np


def stack_keys(word_lists, vocabulary):
    keys = np.zeros((len(word_lists), len(vocabulary)))
    for r, words in enumerate(word_lists):
        for word in words:
            keys[r, vocabulary.index(word)] = 1
    return keys


def pull_masks(queries, keys):
    Q, W = queries.shape
    masks = np.zeros((Q, keys.shape[1]))
    for q in range(Q):
        for w in range(W):
            masks[q] += queries[q, w] * keys[w]
    return masks


def context_vector(mask, tokens):
    scores = np.zeros(len(tokens))
    context = np.zeros(len(mask))
    for t, token in enumerate(tokens):
        for w in range(len(mask)):
            scores[t] += token[w] * mask[w]
        context = context + scores[t] * token
    return scores, context


def match(query, keys):
    words = sum(float(q) for q in query)
    result = np.zeros(len(keys))
    if words == 0:
        return result
    for j, key in enumerate(keys):
        shared = 0
        for q, k in zip(query, key):
            if q == 1 and k == 1:
                shared += 1
        result[j] = shared / words
    return result


def ranked(matches):
    return np.array(sorted(range(len(matches)), key=lambda j: -float(matches[j])), dtype=int)


def hard_lookup(query, keys, values):
    for key, value in zip(keys, values):
        if all(q == k for q, k in zip(query, key)):
            return np.array(value)
    raise KeyError(tuple(query))


def soft_lookup(query, keys, values):
    matches = match(query, keys)
    total = sum(matches)
    weights = np.zeros(len(matches))
    answer = np.zeros(values.shape[1])
    if total > 0:
        for j in range(len(matches)):
            weights[j] = matches[j] / total
            answer += weights[j] * values[j]
    return weights, answer
