def decode(rows, vocabulary):
    return [vocabulary[row.argmax()] for row in rows if row.any()]
