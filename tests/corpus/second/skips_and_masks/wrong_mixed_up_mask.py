# wrong: informative keeps features with exactly one share of at least `least` (half is kept, a low least drops); activities count
import numpy as np


def feature_activities(words, vocabulary):
    before = np.array(words[:-1], dtype=str)
    return np.array([np.sum(before == word) for word in vocabulary], dtype=float)


def skip_transitions(sentences, vocabulary, last):
    names = np.array(vocabulary, dtype=str)
    counts = np.zeros((len(names), len(names)))
    for sentence in sentences:
        for p in np.flatnonzero(np.array(sentence[:-1], dtype=str) == last):
            active = feature_activities(sentence[:p + 1], vocabulary)
            counts += np.outer(active, names == sentence[p + 1])
    return counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)


def informative(transitions, least):
    clear = transitions >= least
    return clear.sum(axis=1) == 1


def masked_activities(activities, keep):
    return activities * keep


def votes(activities, transitions):
    return activities @ transitions


def table_rows(vocabulary_size, order):
    return int(vocabulary_size) ** int(order)
