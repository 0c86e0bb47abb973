# wrong: votes multiplies T by a and turns the sums into shares; masked_activities forgets whether the feature is there
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
        favourite = False
        for share in row:
            if share > least:
                favourite = True
        keep.append(favourite)
    return np.array(keep, dtype=bool)


def masked_activities(activities, keep):
    result = []
    for a, k in zip(activities, keep):
        result.append(1 if k else 0)
    return np.array(result)


def votes(activities, transitions):
    result = np.zeros(len(activities))
    for w in range(len(activities)):
        for n in range(len(activities)):
            result[w] += transitions[w, n] * activities[n]
    total = result.sum()
    if total > 0:
        result = result / total
    return result


def table_rows(vocabulary_size, order):
    rows = 1
    for _ in range(order):
        rows *= int(vocabulary_size)
    return rows
