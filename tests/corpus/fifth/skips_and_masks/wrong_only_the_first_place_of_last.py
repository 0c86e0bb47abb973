# wrong: skip_transitions finds `last` with index: a second place in the same sentence teaches nothing.
import numpy as np


def feature_activities(words, vocabulary):
    past = np.array(words[:-1], dtype=object)
    names = np.array(vocabulary, dtype=object)
    return (names[:, None] == past[None, :]).any(axis=1).astype(int)


def skip_transitions(sentences, vocabulary, last):
    counts = np.zeros((len(vocabulary), len(vocabulary)))
    for sentence in sentences:
        if last in sentence:
            t = sentence.index(last)
            if t + 1 < len(sentence):
                following = vocabulary.index(sentence[t + 1])
                counts[:, following] += feature_activities(sentence[: t + 1], vocabulary)
    return counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)


def informative(transitions, least):
    return (transitions > least).any(axis=1)


def masked_activities(activities, keep):
    return activities * keep


def votes(activities, transitions):
    return activities @ transitions


def table_rows(vocabulary_size, order):
    return int(vocabulary_size) ** int(order)
