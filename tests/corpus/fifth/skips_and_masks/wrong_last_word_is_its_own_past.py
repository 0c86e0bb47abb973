# wrong: the most recent word is always an active feature, in learning too: shows in every sentence.
import numpy as np


def feature_activities(words, vocabulary):
    return np.array([1 if word in words else 0 for word in vocabulary])


def skip_transitions(sentences, vocabulary, last):
    eye = np.eye(len(vocabulary))
    counts = np.zeros_like(eye)
    for sentence in sentences:
        for t in range(len(sentence) - 1):
            if sentence[t] == last:
                active = feature_activities(sentence[: t + 1], vocabulary)
                counts += np.outer(active, eye[vocabulary.index(sentence[t + 1])])
    return counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)


def informative(transitions, least):
    return (transitions > least).any(axis=1)


def masked_activities(activities, keep):
    return activities * keep


def votes(activities, transitions):
    return activities @ transitions


def table_rows(vocabulary_size, order):
    return int(vocabulary_size) ** int(order)
