# wrong: SkipTable.learn includes `last` itself among the words before it, so its own feature counts at its first place
from collections import Counter

import numpy as np


class SkipTable:
    def __init__(self, vocabulary, last):
        self.vocabulary = vocabulary
        self.last = last
        self.seen = {word: Counter() for word in vocabulary}

    def learn(self, sentence):
        past = set()
        for word, after in zip(sentence, sentence[1:]):
            past.add(word)
            if word == self.last:
                for earlier in past:
                    self.seen[earlier][after] += 1

    def shares(self, word):
        counter = self.seen[word]
        total = sum(counter.values()) or 1
        return [counter[after] / total for after in self.vocabulary]


def feature_activities(words, vocabulary):
    *before, _ = words
    return np.array([min(before.count(word), 1) for word in vocabulary])


def skip_transitions(sentences, vocabulary, last):
    table = SkipTable(vocabulary, last)
    for sentence in sentences:
        table.learn(sentence)
    return np.array([table.shares(word) for word in vocabulary])


def informative(transitions, least):
    return np.sort(transitions, axis=1)[:, -1] > least


def masked_activities(activities, keep):
    return np.diag(keep.astype(int)) @ activities


def votes(activities, transitions):
    return np.sum(np.asarray(activities)[:, None] * transitions, axis=0)


def table_rows(vocabulary_size, order):
    if order == 0:
        return 1
    half = table_rows(vocabulary_size, int(order) // 2)
    return half * half * (int(vocabulary_size) if order % 2 else 1)
