"""A row of zeros gets no word of the vocabulary.

Its scores are equal, so any word of the vocabulary is right, but every row gives one.
"""


def decode(rows, vocabulary):
    return [vocabulary[row.argmax()] if row.any() else "" for row in rows]
