# wrong: informative keeps a feature only if exactly one share is above least; it shows with a low least.
import numpy as np


def feature_activities(words, vocabulary):
    before = set(words[:-1])
    return np.array([1 if word in before else 0 for word in vocabulary])


def skip_transitions(sentences, vocabulary, last):
    ids = {word: v for v, word in enumerate(vocabulary)}
    counts = np.zeros((len(vocabulary), len(vocabulary)))
    for words in sentences:
        for t in range(len(words) - 1):
            if words[t] == last:
                active = feature_activities(words[: t + 1], vocabulary)
                counts[:, ids[words[t + 1]]] += active
    return counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)


def informative(transitions, least):
    return (np.asarray(transitions) > least).sum(axis=1) == 1


def masked_activities(activities, keep):
    return activities * keep


def votes(activities, transitions):
    return activities @ transitions


def table_rows(vocabulary_size, order):
    return int(vocabulary_size) ** int(order)
