"""Decoding looks for entries that are 1.

Only one-hot rows have them. A row of scores has any numbers, and the largest names the word.
"""


def decode(rows, vocabulary):
    return [vocabulary[column] for row in rows for column in range(len(row)) if row[column] == 1]
