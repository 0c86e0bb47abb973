# wrong: words are compared in lower case but stored as written, and decode walks over the columns instead of the rows; shows for any capital and any non-square table
import numpy as np


def vocabulary(sentences):
    words, known = [], set()
    for s in sentences:
        for w in s.split():
            if w.lower() not in known:
                known.add(w.lower())
                words.append(w)
    return words


def one_hot(words, vocabulary):
    column = {w: j for j, w in enumerate(vocabulary)}
    table = np.zeros((len(words), len(vocabulary)))
    for n, w in enumerate(words):
        if w in column:
            table[n, column[w]] = 1.0
    return table


def decode(rows, vocabulary):
    return [vocabulary[j] for j in np.argmax(rows, axis=0)]


def lookup(rows, matrix):
    return np.asarray(rows) @ np.asarray(matrix)


def similarity(a, b):
    return np.asarray(a) @ np.asarray(b).T
