# wrong: hard_lookup takes a key that has all words of the query, so a key with further words is found where KeyError or another key is due.
import numpy as np


def stack_keys(word_lists, vocabulary):
    rows = []
    for words in word_lists:
        row = [0] * len(vocabulary)
        for w in words:
            row[vocabulary.index(w)] = 1
        rows.append(row)
    return np.array(rows)


def pull_masks(queries, keys):
    masks = np.zeros((queries.shape[0], keys.shape[1]))
    for i, query in enumerate(queries):
        for weight, key in zip(query, keys):
            masks[i] += weight * key
    return masks


def context_vector(mask, tokens):
    scores, context = [], np.zeros(tokens.shape[1])
    for token in tokens:
        score = float(np.dot(token, mask))
        scores.append(score)
        context += score * token
    return np.array(scores), context


def match(query, keys):
    n = float(np.sum(query))
    return np.array([float(np.dot(key, query)) / n if n else 0.0 for key in keys])


def ranked(matches):
    remaining = list(range(len(matches)))
    order = []
    while remaining:
        best = max(remaining, key=lambda j: matches[j])
        order.append(best)
        remaining.remove(best)
    return np.array(order)


def hard_lookup(query, keys, values):
    wanted = np.sum(query)
    for key, value in zip(keys, values):
        if np.dot(key, query) == wanted:
            return np.array(value)
    raise KeyError("not found")


def soft_lookup(query, keys, values):
    matches = match(query, keys)
    weights = matches / matches.sum() if matches.sum() > 0 else np.zeros(len(keys))
    answer = np.zeros(values.shape[1])
    for w, v in zip(weights, values):
        answer += w * v
    return weights, answer
