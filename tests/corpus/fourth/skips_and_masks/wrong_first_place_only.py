# wrong: skip_transitions learns only at the first place of `last` in a sentence.
import numpy as np
import math


def feature_activities(words, vocabulary):
    active = np.zeros(len(vocabulary), dtype=int)
    for f, word in enumerate(vocabulary):
        if word in words[:-1]:
            active[f] = 1
    return active


def skip_transitions(sentences, vocabulary, last):
    V = len(vocabulary)
    table = np.zeros((V, V))
    for sentence in sentences:
        if last in sentence[:-1]:
            t = sentence.index(last)
            column = vocabulary.index(sentence[t + 1])
            table[feature_activities(sentence[: t + 1], vocabulary) == 1, column] += 1
    sums = table.sum(1, keepdims=True)
    return np.where(sums > 0, table / np.maximum(sums, 1), 0)


def informative(transitions, least):
    return (np.asarray(transitions) > least).any(-1)


def masked_activities(activities, keep):
    return np.where(keep, activities, 0)


def votes(activities, transitions):
    return np.einsum("w,wn->n", activities, transitions)


def table_rows(vocabulary_size, order):
    return math.prod([int(vocabulary_size)] * int(order))
