# right: loops and list comprehensions, a set of earlier words per place.
import numpy as np


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
    return np.array([a if k else 0 for a, k in zip(activities, keep)])


def votes(activities, transitions):
    total = np.zeros(np.shape(transitions)[1])
    for a, row in zip(activities, transitions):
        total = total + a * np.asarray(row)
    return total


def table_rows(vocabulary_size, order):
    return int(vocabulary_size) ** int(order)
