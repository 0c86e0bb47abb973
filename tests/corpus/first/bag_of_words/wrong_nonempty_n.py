# wrong: idf counts in N only texts with some counted word; shows when counts has a row of zeros
import numpy as np


def _rows(text, vocabulary):
    words = text.split()
    return np.array([[float(w == v) for v in vocabulary] for w in words]).reshape(len(words), len(vocabulary))


def unigram_counts(documents, vocabulary):
    out = np.empty((len(documents), len(vocabulary)))
    for n, text in enumerate(documents):
        out[n] = _rows(text, vocabulary).sum(axis=0)
    return out


def bigram_counts(documents, vocabulary):
    out = np.empty((len(documents), len(vocabulary), len(vocabulary)))
    for n, text in enumerate(documents):
        X = _rows(text, vocabulary)
        out[n] = X[:-1].T @ X[1:]
    return out


def idf(counts):
    counts = np.asarray(counts)
    texts = counts[counts.any(axis=1)]
    df = (texts > 0).sum(axis=0)
    return np.where(df == 0, 0.0, np.log(max(len(texts), 1) / np.maximum(df, 1)))


def tf_idf(counts, rarity):
    with np.errstate(invalid="ignore", divide="ignore"):
        share = np.nan_to_num(counts / np.sum(counts, axis=1)[:, None])
    return np.einsum("nv,v->nv", share, rarity)
