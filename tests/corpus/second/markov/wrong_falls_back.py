# wrong: next_word answers with the mean of the other rows when a pair was never seen (3 axes); must be zeros
import numpy as np


def _chain(sentences, vocabulary, order):
    number = {word: v for v, word in enumerate(vocabulary)}
    counts = np.zeros((len(vocabulary),) * (order + 1))
    for sentence in sentences:
        ids = np.array([number[word] for word in sentence.split()], dtype=int)
        n = len(ids) - order
        if n > 0:
            np.add.at(counts, tuple(ids[k:k + n] for k in range(order + 1)), 1)
    return counts / np.maximum(counts.sum(axis=-1, keepdims=True), 1)


def transition_matrix(sentences, vocabulary):
    return _chain(sentences, vocabulary, 1)


def second_order_matrix(sentences, vocabulary):
    return _chain(sentences, vocabulary, 2)


def next_word(matrix, text, vocabulary):
    ids = [vocabulary.index(word) for word in text.split()]
    if matrix.ndim == 2:
        return matrix[ids[-1]]
    row = matrix[ids[-2], ids[-1]]
    if row.sum() == 0:
        seen = matrix[:, ids[-1]]
        seen = seen[seen.sum(axis=1) > 0]
        if len(seen):
            row = seen.mean(axis=0)
    return row
