"""In second order the two most recent words are used in the wrong order.

The first axis is the previous word, the second the current one. Multiplying one-hot vectors with @ swaps them as well:
with three axes, @ works on the second one, not on the first.
"""


def next_word(matrix, text, vocabulary):
    for word in reversed(text.split()[-(matrix.ndim - 1) :]):
        matrix = matrix[vocabulary.index(word)]
    return matrix
