# right: sets of earlier words and plain loops.
import numpy as np


def feature_activities(words, vocabulary):
    earlier = set(words[:-1])
    return np.array([1.0 if word in earlier else 0.0 for word in vocabulary])


def skip_transitions(sentences, vocabulary, last):
    place = {word: k for k, word in enumerate(vocabulary)}
    T = np.zeros((len(vocabulary), len(vocabulary)))
    for sentence in sentences:
        earlier = set()
        for word, following in zip(sentence, sentence[1:]):
            if word == last:
                for feature in earlier:
                    T[place[feature], place[following]] += 1
            earlier.add(word)
    for row in T:
        total = row.sum()
        if total > 0:
            row /= total
    return T


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
