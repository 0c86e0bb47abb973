# wrong: masked_activities sets the silenced entries to 0 in the caller's own array.
import numpy as np


def feature_activities(words, vocabulary):
    return np.isin(vocabulary, words[:-1]).astype(float) if len(words) > 1 else np.zeros(len(vocabulary))


def skip_transitions(sentences, vocabulary, last):
    index = {w: i for i, w in enumerate(vocabulary)}
    counts = np.zeros((len(index), len(index)))
    for words in sentences:
        for t, (here, following) in enumerate(zip(words, words[1:])):
            if here == last:
                counts[:, index[following]] += feature_activities(words[: t + 1], vocabulary)
    seen = counts.sum(axis=1, keepdims=True)
    return np.divide(counts, seen, out=np.zeros_like(counts), where=seen > 0)


def informative(transitions, least):
    return (np.asarray(transitions) > least).any(-1)


def masked_activities(activities, keep):
    result = np.asarray(activities)
    result[np.logical_not(keep)] = 0
    return result


def votes(activities, transitions):
    return np.asarray(activities) @ np.asarray(transitions)


def table_rows(vocabulary_size, order):
    return int(vocabulary_size) ** int(order)
