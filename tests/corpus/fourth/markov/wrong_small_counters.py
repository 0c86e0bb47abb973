# wrong: the counts are kept in uint8 to save memory and start again at 0 when a step is seen 256 times
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
    counts = np.zeros((len(ids),) * 3, dtype=np.uint8)
    for s in sentences:
        n = [ids[w] for w in s.split()]
        for h, i, j in zip(n, n[1:], n[2:]):
            counts[h, i, j] += 1
    total = counts.sum(axis=2, keepdims=True)
    return counts / np.maximum(total, 1)


def next_word(matrix, text, vocabulary):
    order = matrix.ndim - 1
    newest = text.split()[-order:]
    return matrix[tuple(vocabulary.index(w) for w in newest)].copy()
