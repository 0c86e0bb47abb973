# wrong: in skip_transitions a word that came twice before gives two counts; feature_activities is right.
import numpy as np


def feature_activities(words, vocabulary):
    earlier = set(words[:-1])
    return np.array([1.0 if word in earlier else 0.0 for word in vocabulary])


def skip_transitions(sentences, vocabulary, last):
    place = {word: k for k, word in enumerate(vocabulary)}
    T = np.zeros((len(vocabulary), len(vocabulary)))
    for sentence in sentences:
        for t in range(len(sentence) - 1):
            if sentence[t] == last:
                for earlier in sentence[:t]:
                    T[place[earlier], place[sentence[t + 1]]] += 1
    total = T.sum(axis=1, keepdims=True)
    return np.divide(T, total, out=np.zeros_like(T), where=total > 0)


def informative(transitions, least):
    return np.array([max(row) > least for row in transitions], dtype=bool)


def masked_activities(activities, keep):
    result = np.array(activities)
    result[~np.asarray(keep)] = 0
    return result


def votes(activities, transitions):
    total = np.zeros(transitions.shape[1])
    for activity, row in zip(activities, transitions):
        total += activity * row
    return total


def table_rows(vocabulary_size, order):
    rows = 1
    for _ in range(order):
        rows *= int(vocabulary_size)
    return rows
