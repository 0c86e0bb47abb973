# right: activities reused in learning, outer products of one-hot rows, matrix products throughout.
import numpy as np


def feature_activities(words, vocabulary):
    past = np.array(words[:-1], dtype=object)
    names = np.array(vocabulary, dtype=object)
    return (names[:, None] == past[None, :]).any(axis=1).astype(int)


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
