# wrong: the sentences are joined into one text, so a step leads from one sentence into the next
import numpy as np


def _shares(counts):
    total = counts.sum(axis=-1, keepdims=True)
    return np.divide(counts, total, out=np.zeros_like(counts), where=total > 0)


def transition_matrix(sentences, vocabulary):
    ids = {w: i for i, w in enumerate(vocabulary)}
    counts = np.zeros((len(ids), len(ids)))
    n = [ids[w] for w in " ".join(sentences).split()]
    for i, j in zip(n, n[1:]):
        counts[i, j] += 1
    return _shares(counts)


def second_order_matrix(sentences, vocabulary):
    ids = {w: i for i, w in enumerate(vocabulary)}
    counts = np.zeros((len(ids),) * 3)
    for s in sentences:
        n = [ids[w] for w in s.split()]
        for h, i, j in zip(n, n[1:], n[2:]):
            counts[h, i, j] += 1
    return _shares(counts)


def next_word(matrix, text, vocabulary):
    order = matrix.ndim - 1
    newest = text.split()[-order:]
    return matrix[tuple(vocabulary.index(w) for w in newest)].copy()
