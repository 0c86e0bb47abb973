# wrong: a last that ends its sentence counts in the divisor, and masked_activities writes zeros into the caller's array; it shows on a sentence that ends in last and on any mask.
import numpy as np


def feature_activities(words, vocabulary):
    before = set(words[:-1])
    return np.array([1 if word in before else 0 for word in vocabulary])


def skip_transitions(sentences, vocabulary, last):
    ids = {word: v for v, word in enumerate(vocabulary)}
    counts = np.zeros((len(vocabulary), len(vocabulary)))
    seen = np.zeros(len(vocabulary))
    for words in sentences:
        for t, word in enumerate(words):
            if word == last:
                active = feature_activities(words[: t + 1], vocabulary)
                seen += active
                if t + 1 < len(words):
                    counts[:, ids[words[t + 1]]] += active
    return counts / np.maximum(seen, 1)[:, None]


def informative(transitions, least):
    return np.asarray(transitions).max(axis=1) > least


def masked_activities(activities, keep):
    activities[~keep] = 0
    return activities


def votes(activities, transitions):
    return activities @ transitions


def table_rows(vocabulary_size, order):
    return int(vocabulary_size) ** int(order)
