"""The search for the largest entry starts with 0, so that negative scores are never found.

A row of scores can be negative throughout. Start with the first entry of the row, or use argmax.
"""


def decode(rows, vocabulary):
    words = []
    for row in rows:
        largest, found = 0, 0
        for column, score in enumerate(row):
            if score > largest:
                largest, found = score, column
        words.append(vocabulary[found])
    return words
