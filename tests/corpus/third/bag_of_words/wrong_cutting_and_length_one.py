# wrong: two mistakes: bigram_counts cuts each text into pairs 0-1, 2-3, ... and tf_idf also scales its rows to length 1.
import numpy as np


def unigram_counts(documents, vocabulary):
    words = [np.array(text.split(), dtype=str) for text in documents]
    return np.array([[(w == v).sum() for v in vocabulary] for w in words])


def bigram_counts(documents, vocabulary):
    V = len(vocabulary)
    counts = np.zeros((len(documents), V, V), dtype=int)
    for n in range(len(documents)):
        words = documents[n].split()
        for first, second in zip(words[0::2], words[1::2]):
            if first in vocabulary and second in vocabulary:
                counts[n, vocabulary.index(first), vocabulary.index(second)] += 1
    return counts


def idf(counts):
    df = (counts >= 1).sum(0)
    result = np.zeros(counts.shape[1])
    np.log(counts.shape[0] / np.maximum(df, 1), out=result, where=df > 0)
    return result


def tf_idf(counts, rarity):
    tf = counts / np.maximum(counts.sum(1), 1)[:, None]
    weights = tf * rarity
    lengths = np.sqrt((weights**2).sum(1))
    lengths[lengths == 0] = 1
    return weights / lengths[:, None]
