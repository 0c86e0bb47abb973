"""Single precision; the table as one product of two stacks, activities and next words, one row a place."""

import numpy as np


def one_hot(words, vocabulary):
    return (np.asarray(vocabulary)[None, :] == np.asarray(words)[:, None]).astype(np.float32)


def feature_activities(words, vocabulary):
    return one_hot(words, vocabulary)[:-1].max(axis=0, initial=0)


def skip_transitions(sentences, vocabulary, last):
    active, following = [np.zeros(len(vocabulary), np.float32)], [np.zeros(len(vocabulary), np.float32)]
    for sentence in sentences:
        hot = one_hot(sentence, vocabulary)
        for place in range(len(sentence) - 1):
            if sentence[place] == last:
                active.append(hot[:place].max(axis=0, initial=0))
                following.append(hot[place + 1])
    active = np.stack(active)
    counts = active.T @ np.stack(following)
    return counts / active.sum(axis=0).clip(min=1)[:, None]


def informative(transitions, threshold):
    return np.sort(np.asarray(transitions, np.float32), axis=-1)[:, -1] > np.float32(threshold)


def masked_activities(activities, keep):
    return np.asarray(activities, np.float32) * np.asarray(keep, np.float32)


def votes(activities, transitions):
    return (np.asarray(activities, np.float32)[:, None] * np.asarray(transitions, np.float32)).sum(axis=0)


def table_rows(vocabulary_size, order):
    return pow(int(vocabulary_size), int(order))
