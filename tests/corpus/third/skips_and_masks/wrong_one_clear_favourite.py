# wrong: informative wants exactly one share above least, so with a low least a feature with two such shares is not kept.
import numpy as np


def feature_activities(words, vocabulary):
    past = {w: 1 for w in words[:-1]}
    return np.array([past.get(v, 0) for v in vocabulary])


def skip_transitions(sentences, vocabulary, last):
    ids = {w: i for i, w in enumerate(vocabulary)}
    T = np.zeros((len(ids), len(ids)))
    for sentence in sentences:
        active = set()
        for word, following in zip(sentence, sentence[1:]):
            if word == last:
                for i in active:
                    T[i, ids[following]] += 1
            active.add(ids[word])
    sums = T.sum(axis=1, keepdims=True)
    sums[sums == 0] = 1.0
    T /= sums
    return T


def informative(transitions, least):
    above = (transitions > least).sum(axis=1)
    return above == 1


def masked_activities(activities, keep):
    masked = activities.copy()
    masked[np.logical_not(keep)] = 0
    return masked


def votes(activities, transitions):
    return np.matmul(activities, transitions)


def table_rows(vocabulary_size, order):
    return vocabulary_size**order
