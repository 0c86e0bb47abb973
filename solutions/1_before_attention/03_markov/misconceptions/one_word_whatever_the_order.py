"""Only the newest word is used, in second order too, and a whole table comes out.

A second-order matrix has three axes. It takes two words to get down to one row: as many as matrix.ndim - 1.
"""


def next_word(matrix, text, vocabulary):
    return matrix[vocabulary.index(text.split()[-1])]
