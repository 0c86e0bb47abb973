import numpy as np


def one_hot(words, vocabulary):
    rows = np.zeros((len(words), len(vocabulary)))
    for row, word in zip(rows, words, strict=True):
        found = [v for v, entry in enumerate(vocabulary) if word in entry]
        if found:
            row[found[0]] = 1
    return rows
