"""The next word is read from a column, which holds where the word is reached from, not where it leads.

The row of the most recent word holds what comes next: matrix[i], not matrix[:, i].
"""


def next_word(matrix, text, vocabulary):
    for word in reversed(text.split()[-(matrix.ndim - 1) :]):
        matrix = matrix[..., vocabulary.index(word)]
    return matrix
