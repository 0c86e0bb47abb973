# right: a single scan per sentence that collects the earlier words in a vector of flags, einsum for the votes.
import numpy as np
import math


class Flags:
    def __init__(self, vocabulary):
        self.index = {w: i for i, w in enumerate(vocabulary)}
        self.on = np.zeros(len(vocabulary))

    def see(self, word):
        self.on[self.index[word]] = 1


def feature_activities(words, vocabulary):
    flags = Flags(vocabulary)
    for word in words[:-1]:
        flags.see(word)
    return flags.on


def skip_transitions(sentences, vocabulary, last):
    table = np.zeros((len(vocabulary), len(vocabulary)))
    for sentence in sentences:
        flags = Flags(vocabulary)
        for word, after in zip(sentence, sentence[1:]):
            if word == last:
                table[:, flags.index[after]] += flags.on
            flags.see(word)
    total = table.sum(1)
    return table / np.where(total == 0, 1, total)[:, None]


def informative(transitions, least):
    return (np.asarray(transitions) > least).any(-1)


def masked_activities(activities, keep):
    return np.where(keep, activities, 0)


def votes(activities, transitions):
    return np.einsum("w,wn->n", activities, transitions)


def table_rows(vocabulary_size, order):
    return math.prod([int(vocabulary_size)] * int(order))
