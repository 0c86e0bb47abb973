# wrong: the vocabulary is sorted alphabetically, and similarity is the cosine: shows on ['the cat'] and on rows of another length than 1.
import numpy as np


def vocabulary(sentences):
    words = set()
    for sentence in sentences:
        words.update(sentence.lower().split())
    return sorted(words)


def one_hot(words, vocabulary):
    w = np.array(words, dtype=object).reshape(-1, 1)
    v = np.array(vocabulary, dtype=object).reshape(1, -1)
    return (w == v).astype(np.int64)


def decode(rows, vocabulary):
    return [vocabulary[j] for j in np.argsort(rows, axis=1)[:, -1]]


def lookup(rows, matrix):
    return np.einsum("nv,vd->nd", rows, matrix)


def similarity(a, b):
    lengths = np.linalg.norm(a, axis=1)[:, None] * np.linalg.norm(b, axis=1)[None, :]
    return (a @ b.T) / np.where(lengths == 0, 1, lengths)
