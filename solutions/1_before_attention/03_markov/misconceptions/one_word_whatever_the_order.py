"""Only the most recent word is used, in second order too, and the result is a whole table.

A second-order matrix has three axes. It takes two words to get down to one row: as many as matrix.ndim - 1.
"""


def next_word(matrix, text, vocabulary):
    return matrix[vocabulary.index(text.split()[-1])]
