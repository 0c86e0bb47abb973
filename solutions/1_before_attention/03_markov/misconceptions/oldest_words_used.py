"""The first words of the text are used instead of the last ones.

The most recent word is the last one. Take text.split()[-order:].
"""


def next_word(matrix, text, vocabulary):
    for word in text.split()[: matrix.ndim - 1]:
        matrix = matrix[vocabulary.index(word)]
    return matrix
