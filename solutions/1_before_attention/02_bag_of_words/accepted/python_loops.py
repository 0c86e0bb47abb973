"""Plain Python lists and loops."""

import math


def unigram_counts(documents, vocabulary):
    return [[document.split().count(entry) for entry in vocabulary] for document in documents]


def bigram_counts(documents, vocabulary):
    result = []
    for document in documents:
        words = document.split()
        pairs = [(words[i], words[i + 1]) for i in range(len(words) - 1)]
        result.append([[pairs.count((first, second)) for second in vocabulary] for first in vocabulary])
    return result


def idf(counts):
    weights = []
    for column in zip(*counts, strict=True):
        df = sum(1 for count in column if count)
        weights.append(math.log(len(column)) - math.log(df) if df else 0.0)
    return weights


def tf_idf(counts, rarity):
    rows = []
    for row in counts:
        total = sum(row)
        rows.append([count / total * r if total else 0.0 for count, r in zip(row, rarity, strict=True)])
    return rows
