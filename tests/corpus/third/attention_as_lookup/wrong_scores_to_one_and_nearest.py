# wrong: two mistakes: context_vector divides its scores by their sum, and hard_lookup takes the key with the largest dot product.
import numpy as np


class Table:
    def __init__(self, keys, values):
        self.keys = np.asarray(keys, dtype=float)
        self.values = np.asarray(values)

    def shares(self, query):
        query = np.asarray(query, dtype=float)
        words = query.sum()
        return self.keys.dot(query) / words if words > 0 else np.zeros(len(self.keys))

    def hard(self, query):
        fits = self.keys.dot(np.asarray(query, dtype=float))
        if fits.max() == 0:
            raise KeyError("nothing found")
        return self.values[fits.argmax()]

    def soft(self, query):
        weights = self.shares(query)
        if weights.sum() > 0:
            weights = weights / weights.sum()
        return weights, weights.dot(self.values)


def stack_keys(word_lists, vocabulary):
    eye = np.eye(len(vocabulary))
    rows = []
    for words in word_lists:
        row = np.zeros(len(vocabulary))
        for word in words:
            row = np.maximum(row, eye[vocabulary.index(word)])
        rows.append(row)
    return np.array(rows)


def pull_masks(queries, keys):
    return np.asarray(queries).dot(np.asarray(keys))


def context_vector(mask, tokens):
    scores = tokens.dot(mask)
    if scores.sum() > 0:
        scores = scores / scores.sum()
    return scores, scores.dot(tokens)


def match(query, keys):
    return Table(keys, np.zeros((len(keys), 1))).shares(query)


def ranked(matches):
    return np.argsort(np.negative(matches), kind="mergesort")


def hard_lookup(query, keys, values):
    return Table(keys, values).hard(query)


def soft_lookup(query, keys, values):
    return Table(keys, values).soft(query)
