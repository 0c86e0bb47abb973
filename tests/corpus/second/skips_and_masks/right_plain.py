# right: plain loops and lists, Python integers for the table
import numpy as np


def feature_activities(words, vocabulary):
    result = []
    for word in vocabulary:
        active = 0
        for earlier in words[:-1]:
            if earlier == word:
                active = 1
        result.append(active)
    return np.array(result)


def skip_transitions(sentences, vocabulary, last):
    V = len(vocabulary)
    counts = np.zeros((V, V))
    for sentence in sentences:
        for p in range(len(sentence) - 1):
            if sentence[p] != last:
                continue
            n = vocabulary.index(sentence[p + 1])
            for w in range(V):
                if vocabulary[w] in sentence[:p]:
                    counts[w, n] += 1
    for w in range(V):
        total = counts[w].sum()
        if total > 0:
            counts[w] /= total
    return counts


def informative(transitions, least):
    return np.array([max(row) > least for row in transitions], dtype=bool)


def masked_activities(activities, keep):
    return np.array([a if k else 0 for a, k in zip(activities, keep)])


def votes(activities, transitions):
    total = np.zeros(transitions.shape[1])
    for w in range(len(activities)):
        total = total + activities[w] * transitions[w]
    return total


def table_rows(vocabulary_size, order):
    rows = 1
    for _ in range(order):
        rows *= int(vocabulary_size)
    return rows
