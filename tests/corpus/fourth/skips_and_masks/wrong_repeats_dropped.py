# wrong: equal sentences are learned only once, though a sentence that is said again counts again.
import numpy as np


def feature_activities(words, vocabulary):
    return np.isin(vocabulary, words[:-1]).astype(float) if len(words) > 1 else np.zeros(len(vocabulary))


def skip_transitions(sentences, vocabulary, last):
    counts = np.zeros((len(vocabulary), len(vocabulary)))
    observations = {(tuple(s[: t + 1]), s[t + 1]) for s in sentences for t in range(len(s) - 1) if s[t] == last}
    for before, following in observations:
        counts[:, vocabulary.index(following)] += feature_activities(list(before), vocabulary)
    seen = counts.sum(axis=1, keepdims=True)
    return np.divide(counts, seen, out=np.zeros_like(counts), where=seen > 0)


def informative(transitions, least):
    return np.max(transitions, axis=1) > least


def masked_activities(activities, keep):
    return np.asarray(activities) * np.asarray(keep)


def votes(activities, transitions):
    return np.asarray(activities) @ np.asarray(transitions)


def table_rows(vocabulary_size, order):
    return int(vocabulary_size) ** int(order)
