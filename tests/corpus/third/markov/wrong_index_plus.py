# wrong: counts are added with counts[i, j] += 1 on index arrays, so a step that comes twice within one sentence counts once.
import numpy as np


def _ids(text, vocabulary):
    return np.array([vocabulary.index(word) for word in text.split()], dtype=int)


def _normalise(counts):
    totals = counts.sum(axis=-1, keepdims=True)
    totals[totals == 0] = 1
    return counts / totals


def transition_matrix(sentences, vocabulary):
    counts = np.zeros((len(vocabulary), len(vocabulary)))
    for sentence in sentences:
        ids = _ids(sentence, vocabulary)
        counts[ids[:-1], ids[1:]] += 1
    return _normalise(counts)


def second_order_matrix(sentences, vocabulary):
    counts = np.zeros((len(vocabulary),) * 3)
    for sentence in sentences:
        ids = _ids(sentence, vocabulary)
        counts[ids[:-2], ids[1:-1], ids[2:]] += 1
    return _normalise(counts)


def next_word(matrix, text, vocabulary):
    ids = _ids(text, vocabulary)
    if matrix.ndim == 2:
        return matrix[ids[-1]].copy()
    return matrix[ids[-2], ids[-1]].copy()
