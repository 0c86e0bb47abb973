"""numpy in single precision; the second order is stored as rows of pairs, V² × V, before it gets its three axes."""

import numpy as np


def transition_matrix(sentences, vocabulary):
    counts = np.zeros((len(vocabulary), len(vocabulary)), dtype=np.float32)
    for sentence in sentences:
        ids = [vocabulary.index(word) for word in sentence.split()]
        for i in range(1, len(ids)):
            counts[ids[i - 1], ids[i]] += 1
    return counts / np.maximum(counts.sum(axis=1, keepdims=True), np.float32(1))


def second_order_matrix(sentences, vocabulary):
    size = len(vocabulary)
    counts = np.zeros((size * size, size), dtype=np.float32)
    for sentence in sentences:
        ids = [vocabulary.index(word) for word in sentence.split()]
        for i in range(len(ids) - 2):
            counts[ids[i] * size + ids[i + 1], ids[i + 2]] += 1
    return (counts / np.maximum(counts.sum(axis=1)[:, None], np.float32(1))).reshape(size, size, size)


def next_word(matrix, text, vocabulary):
    rows = matrix.astype(np.float32).reshape(-1, len(vocabulary))
    place = 0
    for word in text.split()[-(matrix.ndim - 1) :]:
        place = place * len(vocabulary) + vocabulary.index(word)
    return rows[place]
