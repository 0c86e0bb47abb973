# wrong: two mistakes: in learning, words after last are features too, and informative takes the largest share of columns, not of rows.
import numpy as np


def feature_activities(words, vocabulary):
    activities = np.zeros(len(vocabulary), dtype=int)
    for v in range(len(vocabulary)):
        if vocabulary[v] in words[:-1]:
            activities[v] = 1
    return activities


def skip_transitions(sentences, vocabulary, last):
    counts = np.zeros((len(vocabulary), len(vocabulary)))
    for sentence in sentences:
        for k in range(len(sentence) - 1):
            if sentence[k] != last:
                continue
            others = sentence[:k] + sentence[k + 1 :]
            for word in set(others):
                counts[vocabulary.index(word), vocabulary.index(sentence[k + 1])] += 1
    for row in counts:
        if row.sum() > 0:
            row /= row.sum()
    return counts


def informative(transitions, least):
    return transitions.max(axis=0) > least


def masked_activities(activities, keep):
    return np.array([a if k else 0 for a, k in zip(activities, keep)])


def votes(activities, transitions):
    return transitions.T @ activities


def table_rows(vocabulary_size, order):
    return vocabulary_size**order
