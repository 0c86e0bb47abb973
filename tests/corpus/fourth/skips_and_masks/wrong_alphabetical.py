# wrong: columns and rows are put in alphabetical order instead of the order of the given vocabulary.
import numpy as np
import math


def numbering(vocabulary):
    return {word: i for i, word in enumerate(sorted(vocabulary))}


def feature_activities(words, vocabulary):
    number = numbering(vocabulary)
    active = np.zeros(len(number))
    active[[number[w] for w in words[:-1]]] = 1
    return active


def skip_transitions(sentences, vocabulary, last):
    number = numbering(vocabulary)
    counts = np.zeros((len(number), len(number)))
    for s in sentences:
        for t in range(len(s) - 1):
            if s[t] == last:
                counts[:, number[s[t + 1]]] += feature_activities(s[: t + 1], vocabulary)
    total = counts.sum(1, keepdims=True)
    return counts / np.where(total > 0, total, 1)


def informative(transitions, least):
    return np.max(transitions, axis=1) > least


def masked_activities(activities, keep):
    return np.asarray(activities) * np.asarray(keep)


def votes(activities, transitions):
    return np.asarray(activities) @ np.asarray(transitions)


def table_rows(vocabulary_size, order):
    return math.prod([int(vocabulary_size)] * int(order))
