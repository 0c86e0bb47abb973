# right: PyTorch: one-hot sentences, counts by einsum over shifted copies, nan_to_num for empty rows.
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
    V = len(vocabulary)
    counts = torch.zeros(V, V, V, dtype=torch.float64)
    for sentence in sentences:
        X = _encode(sentence, vocabulary)
        if len(X) > 2:
            counts += torch.einsum("th,ti,tj->hij", X[:-2], X[1:-1], X[2:])
    return _shares(counts)


def next_word(matrix, text, vocabulary):
    place = tuple(vocabulary.index(word) for word in text.split()[1 - matrix.ndim :])
    return np.array(matrix[place])
