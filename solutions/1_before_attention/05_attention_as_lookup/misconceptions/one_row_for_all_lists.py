"""All rows are one and the same list, which holds the words of all lists.

[[0] * V] * N repeats the same inner list N times. Make a list for each row, or use np.zeros((N, V)).
"""

import numpy as np


def stack_keys(word_lists, vocabulary):
    rows = [[0] * len(vocabulary)] * len(word_lists)
    for row, words in zip(rows, word_lists, strict=True):
        for word in words:
            row[vocabulary.index(word)] = 1
    return np.array(rows)
