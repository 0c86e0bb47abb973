# right: collects all places as two matrices (activities and one-hot next words) and multiplies them with einsum.
import numpy as np


def feature_activities(words, vocabulary):
    return np.isin(np.array(vocabulary, dtype=object), np.array(words[:-1], dtype=object)).astype(np.int64)


def _events(sentences, vocabulary, last):
    active, following = [], []
    for s in sentences:
        for k, (word, after) in enumerate(zip(s, s[1:])):
            if word == last:
                active.append(feature_activities(s[: k + 1], vocabulary))
                following.append([int(after == v) for v in vocabulary])
    shape = (len(active), len(vocabulary))
    return np.array(active, dtype=float).reshape(shape), np.array(following, dtype=float).reshape(shape)


def skip_transitions(sentences, vocabulary, last):
    active, following = _events(sentences, vocabulary, last)
    counts = np.einsum("ew,en->wn", active, following)
    seen = active.sum(axis=0)
    return counts / np.maximum(seen, 1)[:, None]


def informative(transitions, least):
    return np.any(np.asarray(transitions) > least, axis=1)


def masked_activities(activities, keep):
    return np.einsum("w,w->w", activities, np.asarray(keep).astype(np.asarray(activities).dtype))


def votes(activities, transitions):
    return np.einsum("w,wn->n", activities, transitions)


def table_rows(vocabulary_size, order):
    return pow(int(vocabulary_size), int(order))
