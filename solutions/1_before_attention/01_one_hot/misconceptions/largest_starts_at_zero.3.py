def decode(rows, vocabulary):
    words = []
    for row in rows:
        largest, found = -1, 0
        for column, score in enumerate(row):
            if score > largest:
                largest, found = score, column
        words.append(vocabulary[found])
    return words
