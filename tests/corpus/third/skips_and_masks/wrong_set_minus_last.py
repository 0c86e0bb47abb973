# wrong: the most recent word is taken out of the set of all words, so "ran ... ran" stays off even if ran came before.
import numpy as np


def _active_words(words):
    return set(words) - {words[-1]}


def feature_activities(words, vocabulary):
    active = _active_words(words)
    return np.array([float(v in active) for v in vocabulary])


def skip_transitions(sentences, vocabulary, last):
    size = len(vocabulary)
    column = {w: n for n, w in enumerate(vocabulary)}
    counts = np.zeros((size, size))
    for s in sentences:
        for k in range(1, len(s)):
            if s[k - 1] == last:
                counts[:, column[s[k]]] += feature_activities(s[:k], vocabulary)
    sums = counts.sum(axis=1)
    sums[sums == 0] = 1
    return counts / sums[:, None]


def informative(transitions, least):
    return (transitions > least).any(axis=1)


def masked_activities(activities, keep):
    return np.multiply(activities, keep)


def votes(activities, transitions):
    return np.dot(activities, transitions)


def table_rows(vocabulary_size, order):
    return pow(vocabulary_size, order)
