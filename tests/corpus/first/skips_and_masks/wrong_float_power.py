# wrong: table_rows goes through floating point; shows for results above 2**53
import numpy as np
import math


def events(sentences, last):
    for sentence in sentences:
        for t in range(len(sentence) - 1):
            if sentence[t] == last:
                yield frozenset(sentence[:t]), sentence[t + 1]


def feature_activities(words, vocabulary):
    past = words[: len(words) - 1]
    return np.array([1 if past.count(v) else 0 for v in vocabulary])


def skip_transitions(sentences, vocabulary, last):
    seen = list(events(sentences, last))
    V = len(vocabulary)
    active = np.array([[v in past for v in vocabulary] for past, _ in seen], dtype=float).reshape(-1, V)
    following = np.array([[v == word for v in vocabulary] for _, word in seen], dtype=float).reshape(-1, V)
    counts = active.T @ following
    return counts / np.maximum(active.sum(axis=0), 1)[:, None]


def informative(transitions, least):
    return np.any(np.greater(transitions, least), axis=-1)


def masked_activities(activities, keep):
    return np.where(keep, activities, 0)


def votes(activities, transitions):
    return np.einsum("w,wn->n", activities, transitions)


def table_rows(vocabulary_size, order):
    return int(math.pow(vocabulary_size, order))
