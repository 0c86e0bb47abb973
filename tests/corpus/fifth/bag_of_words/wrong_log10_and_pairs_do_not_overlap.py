# wrong: the logarithm has base 10, and bigrams take words 0 1, 2 3, ...: both show on the examples of the statement.
import numpy as np


def _one_hot(text, vocabulary):
    words = np.array(text.split(), dtype=object)
    return (words[:, None] == np.array(vocabulary, dtype=object)).astype(np.float32)


def unigram_counts(documents, vocabulary):
    V = len(vocabulary)
    return np.array([_one_hot(text, vocabulary).sum(axis=0) for text in documents]).reshape(-1, V)


def bigram_counts(documents, vocabulary):
    V = len(vocabulary)
    result = np.zeros((len(documents), V, V), dtype=int)
    for n, text in enumerate(documents):
        words = text.split()
        for first, second in zip(words[::2], words[1::2]):
            if first in vocabulary and second in vocabulary:
                result[n, vocabulary.index(first), vocabulary.index(second)] += 1
    return result


def idf(counts):
    df = (np.asarray(counts) > 0).sum(axis=0)
    return np.where(df > 0, np.log10(len(counts) / np.maximum(df, 1)), 0.0)


def tf_idf(counts, rarity):
    c = np.array(counts, dtype=np.float64)
    total = c.sum(axis=1, keepdims=True)
    c /= np.where(total == 0, 1, total)
    c *= rarity
    return c
