# wrong: table_rows computes with Decimal, which keeps 28 digits; shows for longer numbers that do not end in zeros
from decimal import Decimal

import numpy as np


def feature_activities(words, vocabulary):
    return np.array([1 if word in words[:-1] else 0 for word in vocabulary])


def skip_transitions(sentences, vocabulary, last):
    counts = np.zeros((len(vocabulary), len(vocabulary)))
    for words in sentences:
        for place in range(1, len(words) - 1):
            if words[place] == last:
                active = feature_activities(words[: place + 1], vocabulary)
                counts[:, vocabulary.index(words[place + 1])] += active
    totals = counts.sum(axis=1, keepdims=True)
    return np.divide(counts, totals, out=np.zeros_like(counts), where=totals > 0)


def informative(transitions, least):
    return (transitions > least).any(axis=1)


def masked_activities(activities, keep):
    return np.where(keep, activities, 0)


def votes(activities, transitions):
    return np.dot(transitions.T, activities)


def table_rows(vocabulary_size, order):
    return int(Decimal(vocabulary_size) ** order)
