# wrong: bigrams are searched as letters in the text; it shows on 'the cat' in 'the catalogue' and on 'no no no'.
from collections import Counter
import math

import numpy as np


def unigram_counts(documents, vocabulary):
    bags = [Counter(text.split()) for text in documents]
    return np.array([[bag[word] for word in vocabulary] for bag in bags]).reshape(len(documents), len(vocabulary))


def bigram_counts(documents, vocabulary):
    V = len(vocabulary)
    counts = np.zeros((len(documents), V, V), dtype=int)
    for n, text in enumerate(documents):
        text = " ".join(text.split())
        for i, first in enumerate(vocabulary):
            for j, second in enumerate(vocabulary):
                counts[n, i, j] = text.count(first + " " + second)
    return counts


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
