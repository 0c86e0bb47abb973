# wrong: the columns are numbered by the alphabet and not in the given order, which shows if the vocabulary is not alphabetical.
import numpy as np


class Bag:
    def __init__(self, vocabulary):
        self.terms = np.array(sorted(vocabulary))

    def number(self, word):
        v = int(np.searchsorted(self.terms, word))
        return v if v < len(self.terms) and self.terms[v] == word else None

    def unigrams(self, text):
        row = np.zeros(len(self.terms), dtype=int)
        for word in text.split():
            v = self.number(word)
            if v is not None:
                row[v] += 1
        return row

    def bigrams(self, text):
        table = np.zeros((len(self.terms), len(self.terms)), dtype=int)
        numbers = [self.number(word) for word in text.split()]
        for i, j in zip(numbers, numbers[1:]):
            if i is not None and j is not None:
                table[i, j] += 1
        return table


def unigram_counts(documents, vocabulary):
    bag = Bag(vocabulary)
    return np.array([bag.unigrams(text) for text in documents])


def bigram_counts(documents, vocabulary):
    bag = Bag(vocabulary)
    return np.array([bag.bigrams(text) for text in documents])


def idf(counts):
    holders = np.sign(counts).sum(axis=0).astype(float)
    holders[holders == 0] = len(counts)
    return -np.log(holders / len(counts))


def tf_idf(counts, rarity):
    length = counts.sum(axis=1).astype(float)
    length[length == 0] = np.inf
    return counts / length[:, None] * rarity
