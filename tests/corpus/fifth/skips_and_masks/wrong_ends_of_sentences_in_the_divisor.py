# wrong: the shares are divided by how often the feature was active at `last`, also where `last` ends its sentence: rows do not add to 1.
import numpy as np


def feature_activities(words, vocabulary):
    earlier = set(words[:-1])
    return np.array([1.0 if word in earlier else 0.0 for word in vocabulary])


def skip_transitions(sentences, vocabulary, last):
    place = {word: k for k, word in enumerate(vocabulary)}
    T = np.zeros((len(vocabulary), len(vocabulary)))
    active = np.zeros(len(vocabulary))
    for sentence in sentences:
        for t, word in enumerate(sentence):
            if word != last:
                continue
            for feature in set(sentence[:t]):
                active[place[feature]] += 1
                if t + 1 < len(sentence):
                    T[place[feature], place[sentence[t + 1]]] += 1
    return T / np.where(active > 0, active, 1)[:, None]


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
