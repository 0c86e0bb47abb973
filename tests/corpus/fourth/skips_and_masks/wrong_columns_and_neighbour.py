# wrong: two mistakes: informative takes the largest share of each column, and only the word directly before the last one is active.
import numpy as np
import math


def feature_activities(words, vocabulary):
    active = np.zeros(len(vocabulary))
    if len(words) >= 2:
        active[vocabulary.index(words[-2])] = 1
    return active


def skip_transitions(sentences, vocabulary, last):
    V = len(vocabulary)
    counts = np.zeros((V, V))
    for sentence in sentences:
        for t in range(len(sentence) - 1):
            if sentence[t] != last:
                continue
            n = vocabulary.index(sentence[t + 1])
            for word in set(sentence[:t]):
                counts[vocabulary.index(word), n] += 1
    for w in range(V):
        if counts[w].sum() > 0:
            counts[w] = counts[w] / counts[w].sum()
    return counts


def informative(transitions, least):
    return transitions.max(axis=0) > least


def masked_activities(activities, keep):
    return np.asarray(activities) * np.asarray(keep)


def votes(activities, transitions):
    return transitions.T @ activities


def table_rows(vocabulary_size, order):
    return math.prod([int(vocabulary_size)] * int(order))
