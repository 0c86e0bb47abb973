# wrong: the hard table uses the bytes of the arrays as keys, so whole-number keys are never equal to a query of floats
import numpy as np


def _dot(a, b):
    return sum(float(x) * float(y) for x, y in zip(a, b))


def stack_keys(word_lists, vocabulary):
    table = [[int(word in words) for word in vocabulary] for words in word_lists]
    return np.array(table, dtype=float).reshape(len(word_lists), len(vocabulary))


def pull_masks(queries, keys):
    columns = np.asarray(keys).T
    return np.array([[_dot(q, column) for column in columns] for q in queries])


def context_vector(mask, tokens):
    scores, context = [], [0.0] * len(mask)
    for token in tokens:
        s = _dot(token, mask)
        scores.append(s)
        context = [c + s * float(x) for c, x in zip(context, token)]
    return np.array(scores, dtype=float), np.array(context, dtype=float)


def match(query, keys):
    asked = sum(int(q) for q in query)
    if asked == 0:
        return np.zeros(len(keys))
    return np.array([_dot(query, key) / asked for key in keys])


def ranked(matches):
    return np.array(sorted(range(len(matches)), key=lambda k: matches[k], reverse=True), dtype=int)


def hard_lookup(query, keys, values):
    table = {}
    for key, value in zip(keys, values):
        table[np.ascontiguousarray(key).tobytes()] = value
    return np.array(table[np.ascontiguousarray(query).tobytes()])


def soft_lookup(query, keys, values):
    found = match(query, keys)
    total = sum(found)
    weights = np.array([f / total if total > 0 else 0.0 for f in found])
    answer = np.zeros(np.shape(values)[1])
    for w, v in zip(weights, values):
        answer += w * np.asarray(v, dtype=float)
    return weights, answer
