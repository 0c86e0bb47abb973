# wrong: skip_transitions drops repeated sentences and divides the whole table by its largest row sum; votes is the mean of the votes
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
    done = []
    for sentence in sentences:
        if sentence in done:
            continue
        done.append(sentence)
        for p in range(len(sentence) - 1):
            if sentence[p] == last:
                for w in range(V):
                    if vocabulary[w] in sentence[:p]:
                        counts[w, vocabulary.index(sentence[p + 1])] += 1
    biggest = counts.sum(axis=1).max()
    if biggest > 0:
        counts = counts / biggest
    return counts


def informative(transitions, least):
    return np.array([max(row) > least for row in transitions], dtype=bool)


def masked_activities(activities, keep):
    return np.array([a if k else 0 for a, k in zip(activities, keep)])


def votes(activities, transitions):
    total = np.zeros(transitions.shape[1])
    number = 0
    for a, row in zip(activities, transitions):
        if a != 0:
            total += a * row
            number += 1
    return total / max(number, 1)


def table_rows(vocabulary_size, order):
    rows = 1
    for _ in range(order):
        rows *= int(vocabulary_size)
    return rows
