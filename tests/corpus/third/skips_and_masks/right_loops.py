# right: loops over lists with Python numbers, arrays only at the end.
import numpy as np


def feature_activities(words, vocabulary):
    past = words[:-1]
    return np.array([1.0 if v in past else 0.0 for v in vocabulary])


def skip_transitions(sentences, vocabulary, last):
    V = len(vocabulary)
    counts = [[0] * V for _ in range(V)]
    for sentence in sentences:
        for k in range(len(sentence) - 1):
            if sentence[k] == last:
                n = vocabulary.index(sentence[k + 1])
                for w in range(V):
                    if vocabulary[w] in sentence[:k]:
                        counts[w][n] += 1
    shares = np.zeros((V, V))
    for w in range(V):
        total = sum(counts[w])
        for n in range(V):
            if total:
                shares[w, n] = counts[w][n] / total
    return shares


def informative(transitions, least):
    keep = []
    for row in transitions:
        largest = row[0]
        for share in row:
            if share > largest:
                largest = share
        keep.append(bool(largest > least))
    return np.array(keep, dtype=bool)


def masked_activities(activities, keep):
    result = activities.copy()
    for w in range(len(keep)):
        if not keep[w]:
            result[w] = 0
    return result


def votes(activities, transitions):
    result = np.zeros(transitions.shape[1])
    for w in range(transitions.shape[0]):
        for n in range(transitions.shape[1]):
            result[n] += float(activities[w]) * float(transitions[w, n])
    return result


def table_rows(vocabulary_size, order):
    rows = 1
    for _ in range(order):
        rows = rows * vocabulary_size
    return rows
