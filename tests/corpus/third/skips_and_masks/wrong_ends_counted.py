# wrong: the shares are divided by all times a feature was active at last, also where last ends its sentence, so such rows add to less than 1.
import numpy as np


def feature_activities(words, vocabulary):
    *past, _ = words
    return np.array([int(w in set(past)) for w in vocabulary])


def skip_transitions(sentences, vocabulary, last):
    V = len(vocabulary)
    followed = np.zeros((V, V))
    active = np.zeros(V)
    for sentence in sentences:
        for k, word in enumerate(sentence):
            if word == last:
                a = feature_activities(sentence[: k + 1], vocabulary)
                active += a
                if k + 1 < len(sentence):
                    followed[:, vocabulary.index(sentence[k + 1])] += a
    return np.divide(followed, active[:, None], out=np.zeros((V, V)), where=active[:, None] > 0)


def informative(transitions, least):
    best = np.sort(transitions, axis=1)[:, -1]
    return best > least


def masked_activities(activities, keep):
    return np.asarray(activities) * np.asarray(keep, dtype=int)


def votes(activities, transitions):
    return np.einsum("w,wn->n", activities, transitions)


def table_rows(vocabulary_size, order):
    return int(vocabulary_size) ** int(order)
