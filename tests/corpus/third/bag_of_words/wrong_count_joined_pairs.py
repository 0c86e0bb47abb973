# wrong: bigram_counts uses str.count for " a b ", which does not overlap, so "no no no" has the pair no-no once, not twice.
import numpy as np


def clean(text):
    return " " + " ".join(text.split()) + " "


def unigram_counts(documents, vocabulary):
    result = []
    for document in documents:
        words = document.split()
        result.append([words.count(v) for v in vocabulary])
    return np.array(result)


def bigram_counts(documents, vocabulary):
    result = []
    for document in documents:
        text = clean(document)
        result.append([[text.count(f" {a} {b} ") for b in vocabulary] for a in vocabulary])
    return np.array(result)


def idf(counts):
    rarity = []
    for column in np.transpose(counts):
        holders = sum(1 for c in column if c > 0)
        rarity.append(np.log(len(column) / holders) if holders else 0.0)
    return np.array(rarity)


def tf_idf(counts, rarity):
    weights = []
    for row in counts:
        total = sum(row)
        weights.append([c / total * r if total else 0.0 for c, r in zip(row, rarity)])
    return np.array(weights)
