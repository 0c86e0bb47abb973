# wrong: skip_transitions also counts a `last` at the end of a sentence in the divisor; then seen rows add up to less than 1
import numpy as np


def feature_activities(words, vocabulary):
    return np.isin(np.array(vocabulary, dtype=str), np.array(words[:-1], dtype=str)).astype(float)


def skip_transitions(sentences, vocabulary, last):
    V = len(vocabulary)
    together = np.zeros((V, V))
    active = np.zeros(V)
    for sentence in sentences:
        for p, word in enumerate(sentence):
            if word == last:
                a = feature_activities(sentence[:p + 1], vocabulary)
                active += a
                if p + 1 < len(sentence):
                    together[:, vocabulary.index(sentence[p + 1])] += a
    return together / np.maximum(active, 1)[:, None]


def informative(transitions, least):
    return (transitions > least).any(axis=1)


def masked_activities(activities, keep):
    return activities * keep


def votes(activities, transitions):
    return activities @ transitions


def table_rows(vocabulary_size, order):
    return int(vocabulary_size) ** int(order)
