# wrong: two mistakes: all other words of the sentence, also later ones, are features in learning, and masked_activities cuts instead of silencing.
import numpy as np


def feature_activities(words, vocabulary):
    active = np.zeros(len(vocabulary), dtype=int)
    for f, word in enumerate(vocabulary):
        if word in words[:-1]:
            active[f] = 1
    return active


def skip_transitions(sentences, vocabulary, last):
    table = np.zeros((len(vocabulary), len(vocabulary)))
    for sentence in sentences:
        others = [vocabulary.index(w) for w in set(sentence) if w != last]
        for t, word in enumerate(sentence[:-1]):
            if word == last:
                table[others, vocabulary.index(sentence[t + 1])] += 1
    sums = table.sum(axis=1)
    sums[sums == 0] = 1
    return table / sums[:, None]


def informative(transitions, least):
    return np.max(transitions, axis=1) > least


def masked_activities(activities, keep):
    return activities[keep]


def votes(activities, transitions):
    return np.asarray(activities) @ np.asarray(transitions)


def table_rows(vocabulary_size, order):
    return int(vocabulary_size) ** int(order)
