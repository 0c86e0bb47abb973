# right: a class with a Counter for each feature; np.where masks, and the rows are multiplied up by repeated squaring.
from collections import Counter

import numpy as np


class _Skips:
    def __init__(self, last):
        self.last = last
        self.followers = {}

    def read(self, sentence):
        earlier = set()
        for here, after in zip(sentence[:-1], sentence[1:]):
            if here == self.last:
                for word in earlier:
                    self.followers.setdefault(word, Counter())[after] += 1
            earlier.add(here)

    def row(self, feature, vocabulary):
        counter = self.followers.get(feature, Counter())
        total = sum(counter.values()) or 1
        return [counter[n] / total for n in vocabulary]


def feature_activities(words, vocabulary):
    earlier = set(words[:-1])
    return np.fromiter((word in earlier for word in vocabulary), dtype=np.int8, count=len(vocabulary))


def skip_transitions(sentences, vocabulary, last):
    skips = _Skips(last)
    for sentence in sentences:
        skips.read(sentence)
    return np.array([skips.row(word, vocabulary) for word in vocabulary])


def informative(transitions, least):
    return np.sort(transitions, axis=1)[:, -1] > least


def masked_activities(activities, keep):
    return np.where(keep, activities, np.zeros_like(activities))


def votes(activities, transitions):
    return (np.asarray(activities)[:, None] * transitions).sum(axis=0)


def table_rows(vocabulary_size, order):
    if order == 0:
        return 1
    half = table_rows(vocabulary_size, order // 2)
    return half * half * (vocabulary_size if order % 2 else 1)
