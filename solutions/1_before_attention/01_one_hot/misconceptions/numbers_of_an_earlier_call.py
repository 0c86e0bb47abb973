"""The words keep the numbers that they got in an earlier call.

A dictionary outside the function still holds the last vocabulary. Columns belong to the vocabulary of this call: make
the dictionary inside the function.
"""

import numpy as np

NUMBER = {}


def one_hot(words, vocabulary):
    for column, word in enumerate(vocabulary):
        NUMBER.setdefault(word, column)
    rows = np.zeros((len(words), len(vocabulary)))
    for row, word in zip(rows, words, strict=True):
        if NUMBER.get(word, len(vocabulary)) < len(vocabulary):
            row[NUMBER[word]] = 1
    return rows
