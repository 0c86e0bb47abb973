# wrong: informative keeps rows whose largest share equals least; shows for shares exactly at least
import numpy as np


def feature_activities(words, vocabulary):
    activities = np.zeros(len(vocabulary))
    for w in range(len(vocabulary)):
        for earlier in words[:-1]:
            if earlier == vocabulary[w]:
                activities[w] = 1
    return activities


def skip_transitions(sentences, vocabulary, last):
    V = len(vocabulary)
    T = np.zeros((V, V))
    for sentence in sentences:
        for t in range(len(sentence) - 1):
            if sentence[t] != last:
                continue
            n = vocabulary.index(sentence[t + 1])
            for w in range(V):
                if vocabulary[w] in sentence[:t]:
                    T[w, n] += 1
    for w in range(V):
        total = sum(T[w])
        if total > 0:
            T[w] = T[w] / total
    return T


def informative(transitions, least):
    keep = []
    for row in transitions:
        favourite = True
        if max(row) < least:
            favourite = False
        keep.append(favourite)
    return np.array(keep, dtype=bool)


def masked_activities(activities, keep):
    result = []
    for a, k in zip(activities, keep):
        if k:
            result.append(a)
        else:
            result.append(0 * a)
    return np.array(result)


def votes(activities, transitions):
    result = np.zeros(transitions.shape[1])
    for w in range(len(activities)):
        for n in range(transitions.shape[1]):
            result[n] += activities[w] * transitions[w, n]
    return result


def table_rows(vocabulary_size, order):
    rows = 1
    for _ in range(order):
        rows *= int(vocabulary_size)
    return rows
