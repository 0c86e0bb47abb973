# wrong: next_word answers a row of zeros with equal probabilities, and the empty rows of the second-order matrix are 0/0
import numpy as np


def _shares(counts):
    total = counts.sum(axis=-1, keepdims=True)
    return np.divide(counts, total, out=np.zeros_like(counts), where=total > 0)


def transition_matrix(sentences, vocabulary):
    ids = {w: i for i, w in enumerate(vocabulary)}
    counts = np.zeros((len(ids),) * 2)
    for s in sentences:
        n = [ids[w] for w in s.split()]
        np.add.at(counts, (n[:-1], n[1:]), 1)
    return _shares(counts)


def second_order_matrix(sentences, vocabulary):
    ids = {w: i for i, w in enumerate(vocabulary)}
    counts = np.zeros((len(ids),) * 3)
    for s in sentences:
        n = [ids[w] for w in s.split()]
        np.add.at(counts, (n[:-2], n[1:-1], n[2:]), 1)
    with np.errstate(invalid="ignore"):
        return counts / counts.sum(-1, keepdims=True)


def next_word(matrix, text, vocabulary):
    order = matrix.ndim - 1
    row = matrix[tuple(vocabulary.index(w) for w in text.split()[-order:])]
    if row.sum() == 0:
        return np.full(len(vocabulary), 1 / len(vocabulary))
    return row.copy()
