# wrong: masked_activities puts the result into an integer array, so activities such as 0.5 become 0.
import numpy as np
import math


def feature_activities(words, vocabulary):
    active = np.zeros(len(vocabulary), dtype=int)
    for f, word in enumerate(vocabulary):
        if word in words[:-1]:
            active[f] = 1
    return active


def skip_transitions(sentences, vocabulary, last):
    V = len(vocabulary)
    counts = np.zeros((V, V))
    for sentence in sentences:
        for t in range(len(sentence) - 1):
            if sentence[t] != last:
                continue
            n = vocabulary.index(sentence[t + 1])
            for word in set(sentence[:t]):
                counts[vocabulary.index(word), n] += 1
    for w in range(V):
        if counts[w].sum() > 0:
            counts[w] = counts[w] / counts[w].sum()
    return counts


def informative(transitions, least):
    return np.array([max(row) > least for row in transitions], dtype=bool)


def masked_activities(activities, keep):
    masked = np.zeros(len(activities), dtype=int)
    masked[keep] = activities[keep]
    return masked


def votes(activities, transitions):
    total = np.zeros(np.shape(transitions)[1])
    for a, row in zip(activities, transitions):
        total = total + a * np.asarray(row)
    return total


def table_rows(vocabulary_size, order):
    return math.prod([int(vocabulary_size)] * int(order))
