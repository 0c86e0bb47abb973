# wrong: table_rows computes with floats (math.pow), which have 53 bits, so 37000**9 comes out rounded.
import math

import numpy as np


def feature_activities(words, vocabulary):
    past = words[:-1]
    counts = np.array([past.count(v) for v in vocabulary])
    return np.minimum(counts, 1)


def skip_transitions(sentences, vocabulary, last):
    size = len(vocabulary)
    one_hot = dict(zip(vocabulary, np.eye(size)))
    table = np.zeros((size, size))
    for s in sentences:
        for k in range(len(s) - 1):
            if s[k] == last:
                table += np.outer(feature_activities(s[: k + 1], vocabulary), one_hot[s[k + 1]])
    totals = table.sum(axis=1, keepdims=True)
    return np.where(totals > 0, table / np.where(totals > 0, totals, 1), 0)


def informative(transitions, least):
    best = transitions.argmax(axis=1)
    return transitions[np.arange(len(transitions)), best] > least


def masked_activities(activities, keep):
    return np.array(activities) * np.array(keep)


def votes(activities, transitions):
    return np.tensordot(activities, transitions, axes=1)


def table_rows(vocabulary_size, order):
    return int(math.pow(vocabulary_size, order))
