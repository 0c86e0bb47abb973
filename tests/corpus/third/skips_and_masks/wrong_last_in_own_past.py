# wrong: the most recent word is counted as its own past, so feature "ran ... ran" is active though ran came only once.
import numpy as np


def feature_activities(words, vocabulary):
    activities = np.zeros(len(vocabulary))
    for word in words:
        activities[vocabulary.index(word)] = 1
    return activities


def skip_transitions(sentences, vocabulary, last):
    counts = np.zeros((len(vocabulary), len(vocabulary)))
    for sentence in sentences:
        for k in range(len(sentence) - 1):
            if sentence[k] == last:
                active = feature_activities(sentence[: k + 1], vocabulary)
                counts[:, vocabulary.index(sentence[k + 1])] += active
    total = counts.sum(axis=1, keepdims=True)
    return counts / np.maximum(total, 1)


def informative(transitions, least):
    return transitions.max(axis=1) > least


def masked_activities(activities, keep):
    return activities * keep


def votes(activities, transitions):
    return activities @ transitions


def table_rows(vocabulary_size, order):
    return vocabulary_size**order
