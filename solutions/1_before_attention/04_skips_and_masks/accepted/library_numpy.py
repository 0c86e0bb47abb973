"""numpy's own operators: isin, unique, add.at, einsum, divide with where."""

import math

import numpy as np


def feature_activities(words, vocabulary):
    return np.isin(vocabulary, words[:-1]).astype(int)


def skip_transitions(sentences, vocabulary, last):
    vocabulary = np.asarray(vocabulary)
    order = np.argsort(vocabulary)
    counts = np.zeros((len(vocabulary), len(vocabulary)), dtype=int)
    for sentence in sentences:
        ids = order[np.searchsorted(vocabulary, sentence, sorter=order)]
        for place in np.flatnonzero(np.asarray(sentence[:-1]) == last):
            np.add.at(counts, (np.unique(ids[:place]), ids[place + 1]), 1)
    total = counts.sum(axis=1, keepdims=True)
    return np.divide(counts, total, out=np.zeros(counts.shape), where=total > 0)


def informative(transitions, threshold):
    return np.any(np.greater(transitions, threshold), axis=1)


def masked_activities(activities, keep):
    return np.where(keep, activities, 0)


def votes(activities, transitions):
    return np.einsum("f,fn->n", activities, transitions)


def table_rows(vocabulary_size, order):
    return math.prod([vocabulary_size] * order)
