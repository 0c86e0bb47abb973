# wrong: table_rows computes with floats (math.pow) and rounds; not exact above 2**53, as for 37000 and order 9
import math

import numpy as np


def feature_activities(words, vocabulary):
    return np.isin(np.array(vocabulary, dtype=str), np.array(words[:-1], dtype=str)).astype(float)


def skip_transitions(sentences, vocabulary, last):
    names = np.array(vocabulary, dtype=str)
    counts = np.zeros((len(names), len(names)))
    for sentence in sentences:
        for p in np.flatnonzero(np.array(sentence[:-1], dtype=str) == last):
            active = feature_activities(sentence[:p + 1], vocabulary)
            counts += np.outer(active, names == sentence[p + 1])
    return counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)


def informative(transitions, least):
    return (transitions > least).any(axis=1)


def masked_activities(activities, keep):
    return activities * keep


def votes(activities, transitions):
    return activities @ transitions


def table_rows(vocabulary_size, order):
    return int(round(math.pow(vocabulary_size, order)))
