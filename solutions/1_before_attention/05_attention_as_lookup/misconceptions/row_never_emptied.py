"""A row also holds the words of the lists before it.

The same row is used for all lists. Make a new row of zeros for each list, inside the loop.
"""

import numpy as np


def stack_keys(word_lists, vocabulary):
    row = np.zeros(len(vocabulary))
    rows = []
    for words in word_lists:
        for word in words:
            row[vocabulary.index(word)] = 1
        rows.append(row.copy())
    return np.array(rows)
