# right: one-hot rows in torch, counts by einsum, next_word by products with one-hot vectors
import numpy as np
import torch


def _one_hot(text, vocabulary):
    eye = torch.eye(len(vocabulary), dtype=torch.float64)
    return eye[[vocabulary.index(w) for w in text.split()]]


def _shares(counts):
    total = counts.sum(dim=-1, keepdim=True)
    return torch.nan_to_num(counts / total, nan=0.0).numpy()


def transition_matrix(sentences, vocabulary):
    V = len(vocabulary)
    counts = torch.zeros(V, V, dtype=torch.float64)
    for s in sentences:
        x = _one_hot(s, vocabulary)
        counts += x[:-1].T @ x[1:]
    return _shares(counts)


def second_order_matrix(sentences, vocabulary):
    V = len(vocabulary)
    counts = torch.zeros(V, V, V, dtype=torch.float64)
    for s in sentences:
        x = _one_hot(s, vocabulary)
        if len(x) > 2:
            counts += torch.einsum("th,ti,tj->hij", x[:-2], x[1:-1], x[2:])
    return _shares(counts)


def next_word(matrix, text, vocabulary):
    newest = " ".join(text.split()[1 - np.ndim(matrix) :])
    x = _one_hot(newest, vocabulary).numpy()
    if np.ndim(matrix) == 3:
        return np.einsum("h,i,hij->j", x[0], x[1], matrix)
    return x[0] @ matrix
