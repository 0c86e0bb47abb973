# wrong: the most recent word is counted as its own past although it came only once.
import numpy as np
import math


def feature_activities(words, vocabulary):
    seen = set(words)
    return np.array([int(w in seen) for w in vocabulary])


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
    return np.max(transitions, axis=1) > least


def masked_activities(activities, keep):
    return np.asarray(activities) * np.asarray(keep)


def votes(activities, transitions):
    return np.asarray(activities) @ np.asarray(transitions)


def table_rows(vocabulary_size, order):
    return math.prod([int(vocabulary_size)] * int(order))
