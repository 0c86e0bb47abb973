# wrong: the second order is the product of two first-order steps, and next_word answers 1/V where no step was seen.
import numpy as np
import torch


def _encode(sentence, vocabulary):
    ids = [vocabulary.index(word) for word in sentence.split()]
    return torch.eye(len(vocabulary), dtype=torch.float64)[torch.tensor(ids, dtype=torch.long)]


def _shares(counts):
    return torch.nan_to_num(counts / counts.sum(dim=-1, keepdim=True), nan=0.0).numpy()


def transition_matrix(sentences, vocabulary):
    V = len(vocabulary)
    counts = torch.zeros(V, V, dtype=torch.float64)
    for sentence in sentences:
        X = _encode(sentence, vocabulary)
        counts += torch.einsum("ti,tj->ij", X[:-1], X[1:])
    return _shares(counts)


def second_order_matrix(sentences, vocabulary):
    P = transition_matrix(sentences, vocabulary)
    threes = P[:, :, None] * P[None, :, :]
    total = threes.sum(axis=-1, keepdims=True)
    return threes / np.where(total == 0, 1, total)


def next_word(matrix, text, vocabulary):
    place = tuple(vocabulary.index(word) for word in text.split()[1 - matrix.ndim :])
    row = np.array(matrix[place], dtype=float)
    if row.sum() == 0:
        row[:] = 1 / len(vocabulary)
    return row
