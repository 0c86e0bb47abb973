# right: loops over rows; hard lookup in a real dictionary of tuples; sorted() for the ranking.
import numpy as np


def stack_keys(word_lists, vocabulary):
    rows = [[1.0 if word in words else 0.0 for word in vocabulary] for words in word_lists]
    return np.array(rows).reshape(len(word_lists), len(vocabulary))


def pull_masks(queries, keys):
    masks = np.zeros((queries.shape[0], keys.shape[1]))
    for q, query in enumerate(queries):
        for w, part in enumerate(query):
            masks[q] += part * keys[w]
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
    answer = np.zeros(values.shape[1])
    for weight, value in zip(weights, values):
        answer += weight * value
    return weights, answer
