# right: Counter for words and pairs, TF-IDF row by row.
from collections import Counter
import math

import numpy as np


def unigram_counts(documents, vocabulary):
    bags = [Counter(text.split()) for text in documents]
    return np.array([[bag[word] for word in vocabulary] for bag in bags]).reshape(len(documents), len(vocabulary))


def bigram_counts(documents, vocabulary):
    tables = []
    for text in documents:
        words = text.split()
        bag = Counter(zip(words[:-1], words[1:]))
        tables.append([[bag[first, second] for second in vocabulary] for first in vocabulary])
    return np.array(tables).reshape(len(documents), len(vocabulary), len(vocabulary))


def idf(counts):
    result = []
    for column in counts.T:
        df = int(np.count_nonzero(column))
        result.append(math.log(len(column) / df) if df else 0.0)
    return np.array(result)


def tf_idf(counts, rarity):
    result = np.zeros(counts.shape)
    for n, row in enumerate(counts):
        if row.any():
            result[n] = row / row.sum() * rarity
    return result
