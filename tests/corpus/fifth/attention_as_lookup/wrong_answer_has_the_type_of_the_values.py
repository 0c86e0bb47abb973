# wrong: the answer of soft_lookup and the blended masks are kept in the type of values and keys: fractions are cut off if these are integers.
import numpy as np


def stack_keys(word_lists, vocabulary):
    rows = [[1.0 if word in words else 0.0 for word in vocabulary] for words in word_lists]
    return np.array(rows).reshape(len(word_lists), len(vocabulary))


def pull_masks(queries, keys):
    masks = np.zeros((len(queries), keys.shape[1]), dtype=keys.dtype)
    for q in range(len(queries)):
        masks[q] = np.dot(queries[q], keys)
    return masks


def context_vector(mask, tokens):
    scores = np.zeros(len(tokens))
    context = np.zeros(tokens.shape[1])
    for t, token in enumerate(tokens):
        scores[t] = sum(float(m) * float(x) for m, x in zip(mask, token))
        context = context + scores[t] * token
    return scores, context


def match(query, keys):
    wanted = [w for w in range(len(query)) if query[w]]
    if not wanted:
        return np.zeros(len(keys))
    return np.array([sum(1 for w in wanted if key[w]) / len(wanted) for key in keys])


def ranked(matches):
    numbers = list(range(len(matches)))
    return np.array(sorted(numbers, key=lambda j: matches[j], reverse=True), dtype=int)


def hard_lookup(query, keys, values):
    table = {tuple(int(x) for x in key): j for j, key in enumerate(keys)}
    return values[table[tuple(int(x) for x in query)]].copy()


def soft_lookup(query, keys, values):
    weights = match(query, keys)
    if weights.any():
        weights = weights / weights.sum()
    answer = np.zeros(values.shape[1], dtype=values.dtype)
    for d in range(values.shape[1]):
        answer[d] = sum(weights * values[:, d])
    return weights, answer
