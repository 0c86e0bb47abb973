"""The one-hot matrix is transposed: the words of the text are the columns.

Each word of the text is a row, each word of the vocabulary a column: (word, V).
"""

from solution import one_hot as right


def one_hot(words, vocabulary):
    return right(words, vocabulary).T
