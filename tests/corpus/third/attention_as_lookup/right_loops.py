# right: plain loops and lists; hard_lookup compares entry by entry, ranked picks the best again and again.
import numpy as np


def stack_keys(word_lists, vocabulary):
    keys = np.zeros((len(word_lists), len(vocabulary)))
    for r in range(len(word_lists)):
        for word in word_lists[r]:
            keys[r, vocabulary.index(word)] = 1
    return keys


def pull_masks(queries, keys):
    out = np.zeros((queries.shape[0], keys.shape[1]))
    for q in range(queries.shape[0]):
        for f in range(keys.shape[1]):
            for w in range(keys.shape[0]):
                out[q, f] += float(queries[q, w]) * float(keys[w, f])
    return out


def context_vector(mask, tokens):
    scores = np.zeros(len(tokens))
    context = np.zeros(len(mask))
    for t in range(len(tokens)):
        scores[t] = sum(float(x) * float(m) for x, m in zip(tokens[t], mask))
        for w in range(len(mask)):
            context[w] += scores[t] * float(tokens[t, w])
    return scores, context


def match(query, keys):
    words = sum(1 for q in query if q == 1)
    shares = []
    for key in keys:
        shared = sum(1 for q, k in zip(query, key) if q == 1 and k == 1)
        shares.append(shared / words if words else 0.0)
    return np.array(shares)


def ranked(matches):
    left = list(range(len(matches)))
    order = []
    while left:
        best = left[0]
        for j in left:
            if matches[j] > matches[best]:
                best = j
        order.append(best)
        left.remove(best)
    return np.array(order, dtype=int)


def hard_lookup(query, keys, values):
    for j in range(len(keys)):
        if all(q == k for q, k in zip(query, keys[j])):
            return values[j]
    raise KeyError("no key equals the query")


def soft_lookup(query, keys, values):
    matches = match(query, keys)
    total = sum(matches)
    weights = np.array([m / total if total > 0 else 0.0 for m in matches])
    answer = np.zeros(values.shape[1])
    for w, value in zip(weights, values):
        answer = answer + w * value
    return weights, answer
