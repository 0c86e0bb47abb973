# right: one-hot matrices of each sentence; counts are einsum products of the shifted matrices, next_word is an einsum, too.
import numpy as np


def _one_hot(text, vocabulary):
    words = text.split()
    X = np.zeros((len(words), len(vocabulary)))
    X[np.arange(len(words)), [vocabulary.index(w) for w in words]] = 1
    return X


def _shares(counts):
    total = counts.sum(axis=-1, keepdims=True)
    return np.divide(counts, total, out=np.zeros_like(counts), where=total != 0)


def transition_matrix(sentences, vocabulary):
    counts = np.zeros((len(vocabulary),) * 2)
    for sentence in sentences:
        if sentence.split():
            X = _one_hot(sentence, vocabulary)
            counts += X[:-1].T @ X[1:]
    return _shares(counts)


def second_order_matrix(sentences, vocabulary):
    counts = np.zeros((len(vocabulary),) * 3)
    for sentence in sentences:
        if len(sentence.split()) > 2:
            X = _one_hot(sentence, vocabulary)
            counts += np.einsum("th,ti,tj->hij", X[:-2], X[1:-1], X[2:])
    return _shares(counts)


def next_word(matrix, text, vocabulary):
    X = _one_hot(text, vocabulary)
    if matrix.ndim == 2:
        return np.einsum("i,ij->j", X[-1], matrix)
    return np.einsum("h,i,hij->j", X[-2], X[-1], matrix)
