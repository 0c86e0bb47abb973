# right: every text becomes a one-hot matrix X; counts are column sums, pairs are the product of X without its last and its first row.
import numpy as np


def _one_hot(text, vocabulary):
    words = np.array(text.split(), dtype=object)
    X = np.zeros((len(words), len(vocabulary)), dtype=np.int64)
    for v, name in enumerate(vocabulary):
        X[:, v] = words == name
    return X


def unigram_counts(documents, vocabulary):
    rows = [_one_hot(text, vocabulary).sum(axis=0) for text in documents]
    return np.array(rows).reshape(len(documents), len(vocabulary))


def bigram_counts(documents, vocabulary):
    tables = []
    for text in documents:
        X = _one_hot(text, vocabulary)
        tables.append(np.einsum("ti,tj->ij", X[:-1], X[1:]))
    return np.array(tables).reshape(len(documents), len(vocabulary), len(vocabulary))


def idf(counts):
    df = np.einsum("nv->v", (counts > 0).astype(float))
    df[df == 0] = len(counts)
    return np.log(len(counts)) - np.log(df)


def tf_idf(counts, rarity):
    totals = counts.sum(axis=1, keepdims=True)
    shares = np.divide(counts, totals, out=np.zeros(counts.shape), where=totals > 0)
    return np.einsum("nv,v->nv", shares, rarity)
