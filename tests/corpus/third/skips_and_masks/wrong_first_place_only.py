# wrong: skip_transitions looks with index() for the first place of last only, so a second one in the same sentence teaches nothing.
import numpy as np


class SkipTable:
    def __init__(self, vocabulary):
        self.vocabulary = vocabulary
        self.counts = np.zeros((len(vocabulary), len(vocabulary)), dtype=int)

    def learn(self, sentence, last):
        if last not in sentence:
            return
        place = sentence.index(last)
        if place + 1 >= len(sentence):
            return
        n = self.vocabulary.index(sentence[place + 1])
        for w, word in enumerate(self.vocabulary):
            if word in sentence[:place]:
                self.counts[w, n] += 1

    def shares(self):
        result = np.zeros(self.counts.shape)
        for w, row in enumerate(self.counts):
            if row.sum():
                result[w] = row / row.sum()
        return result


def feature_activities(words, vocabulary):
    return np.isin(vocabulary, words[:-1]).astype(int)


def skip_transitions(sentences, vocabulary, last):
    table = SkipTable(vocabulary)
    for sentence in sentences:
        table.learn(sentence, last)
    return table.shares()


def informative(transitions, least):
    return np.amax(transitions, axis=1) > least


def masked_activities(activities, keep):
    out = np.array(activities)
    out[~np.asarray(keep)] = 0
    return out


def votes(activities, transitions):
    return (activities[:, None] * transitions).sum(axis=0)


def table_rows(vocabulary_size, order):
    return vocabulary_size**order
