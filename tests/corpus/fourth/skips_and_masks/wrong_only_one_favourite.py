# wrong: a feature is kept only if exactly one share is above `least`, wrong for a low `least`.
import numpy as np
import math


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
    above = np.count_nonzero(transitions > least, axis=1)
    return above == 1


def masked_activities(activities, keep):
    return np.where(keep, activities, 0)


def votes(activities, transitions):
    return np.einsum("w,wn->n", activities, transitions)


def table_rows(vocabulary_size, order):
    return math.prod([int(vocabulary_size)] * int(order))
