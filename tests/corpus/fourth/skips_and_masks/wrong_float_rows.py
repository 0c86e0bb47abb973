# wrong: table_rows computes with floats, so it is inexact above 2**53.
import numpy as np
import math


def feature_activities(words, vocabulary):
    return np.isin(vocabulary, words[:-1]).astype(float) if len(words) > 1 else np.zeros(len(vocabulary))


def skip_transitions(sentences, vocabulary, last):
    index = {w: i for i, w in enumerate(vocabulary)}
    counts = np.zeros((len(index), len(index)))
    for words in sentences:
        for t, (here, following) in enumerate(zip(words, words[1:])):
            if here == last:
                counts[:, index[following]] += feature_activities(words[: t + 1], vocabulary)
    seen = counts.sum(axis=1, keepdims=True)
    return np.divide(counts, seen, out=np.zeros_like(counts), where=seen > 0)


def informative(transitions, least):
    return np.max(transitions, axis=1) > least


def masked_activities(activities, keep):
    return np.asarray(activities) * np.asarray(keep)


def votes(activities, transitions):
    return np.asarray(activities) @ np.asarray(transitions)


def table_rows(vocabulary_size, order):
    return round(math.pow(vocabulary_size, order))
