# wrong: tf_idf divides the caller's array if it holds floats, and the words around an unknown word become a pair; it shows on float counts and on an unknown word.
from collections import Counter
import math

import numpy as np


def unigram_counts(documents, vocabulary):
    bags = [Counter(text.split()) for text in documents]
    return np.array([[bag[word] for word in vocabulary] for bag in bags]).reshape(len(documents), len(vocabulary))


def bigram_counts(documents, vocabulary):
    ids = {word: v for v, word in enumerate(vocabulary)}
    counts = np.zeros((len(documents), len(vocabulary), len(vocabulary)))
    for n, text in enumerate(documents):
        previous = None
        for word in text.split():
            if word not in ids:
                continue
            if previous is not None:
                counts[n, previous, ids[word]] += 1
            previous = ids[word]
    return counts


def idf(counts):
    result = []
    for column in counts.T:
        df = int(np.count_nonzero(column))
        result.append(math.log(len(column) / df) if df else 0.0)
    return np.array(result)


def tf_idf(counts, rarity):
    tf = np.asarray(counts, dtype=float)
    total = tf.sum(axis=1, keepdims=True)
    total[total == 0] = 1
    tf /= total
    return tf * rarity
