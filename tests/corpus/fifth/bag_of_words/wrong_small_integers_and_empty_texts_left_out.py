# wrong: counts are kept in 8 bits (a word said 300 times), and N in idf counts only texts with a counted word.
import numpy as np


def _one_hot(text, vocabulary):
    words = np.array(text.split(), dtype=object)
    return (words[:, None] == np.array(vocabulary, dtype=object)).astype(np.float32)


def unigram_counts(documents, vocabulary):
    out = np.zeros((len(documents), len(vocabulary)), dtype=np.uint8)
    for n, text in enumerate(documents):
        for word in text.split():
            if word in vocabulary:
                out[n, vocabulary.index(word)] += 1
    return out


def bigram_counts(documents, vocabulary):
    V = len(vocabulary)
    tables = []
    for text in documents:
        X = _one_hot(text, vocabulary)
        tables.append(np.einsum("ki,kj->ij", X[:-1], X[1:]))
    return np.array(tables).reshape(len(documents), V, V)


def idf(counts):
    counts = np.asarray(counts)
    texts = counts[counts.sum(axis=1) > 0]
    df = (texts > 0).sum(axis=0)
    return np.where(df > 0, np.log(max(len(texts), 1) / np.maximum(df, 1)), 0.0)


def tf_idf(counts, rarity):
    c = np.array(counts, dtype=np.float64)
    total = c.sum(axis=1, keepdims=True)
    c /= np.where(total == 0, 1, total)
    c *= rarity
    return c
