"""Plain Python: lists, loops and no matrix product."""


def vocabulary(sentences):
    seen = []
    for sentence in sentences:
        for word in sentence.split():
            if word.lower() not in seen:
                seen.append(word.lower())
    return seen


def one_hot(words, vocabulary):
    rows = []
    for word in words:
        row = [0] * len(vocabulary)
        if word in vocabulary:
            row[vocabulary.index(word)] = 1
        rows.append(row)
    return rows


def decode(rows, vocabulary):
    return [max(zip(row, vocabulary, strict=True))[1] for row in rows]


def lookup(rows, matrix):
    columns = list(zip(*matrix, strict=True))
    return [[sum(w * x for w, x in zip(row, column, strict=True)) for column in columns] for row in rows]


def similarity(a, b):
    return [[sum(x * y for x, y in zip(one, two, strict=True)) for two in b] for one in a]
