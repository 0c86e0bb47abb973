# right: loops over rows and entries, Python's sorted
import numpy as np


def stack_keys(word_lists, vocabulary):
    keys = np.zeros((len(word_lists), len(vocabulary)))
    for r in range(len(word_lists)):
        for word in word_lists[r]:
            keys[r, vocabulary.index(word)] = 1
    return keys


def pull_masks(queries, keys):
    out = np.zeros((queries.shape[0], keys.shape[1]))
    for i in range(queries.shape[0]):
        for w in range(keys.shape[0]):
            out[i] += queries[i, w] * keys[w]
    return out


def context_vector(mask, tokens):
    scores = np.zeros(len(tokens))
    context = np.zeros(len(mask))
    for t in range(len(tokens)):
        for w in range(len(mask)):
            scores[t] += tokens[t, w] * mask[w]
        context += scores[t] * tokens[t]
    return scores, context


def match(query, keys):
    words = sum(query)
    out = np.zeros(len(keys))
    if words == 0:
        return out
    for j in range(len(keys)):
        shared = 0
        for w in range(len(query)):
            if query[w] == 1 and keys[j, w] == 1:
                shared += 1
        out[j] = shared / words
    return out


def ranked(matches):
    numbers = sorted(range(len(matches)), key=lambda j: matches[j], reverse=True)
    return np.array(numbers, dtype=int)


def hard_lookup(query, keys, values):
    for j in range(len(keys)):
        same = True
        for w in range(len(query)):
            if keys[j, w] != query[w]:
                same = False
        if same:
            return values[j]
    raise KeyError("no such key")


def soft_lookup(query, keys, values):
    matches = match(query, keys)
    weights = np.zeros(len(keys))
    answer = np.zeros(values.shape[1])
    total = matches.sum()
    if total > 0:
        for j in range(len(keys)):
            weights[j] = matches[j] / total
            answer = answer + weights[j] * values[j]
    return weights, answer
