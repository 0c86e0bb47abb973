# wrong: transition_matrix counts each different sentence once and steps across sentence ends; next_word M @ x takes a column
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
    text = " ".join(dict.fromkeys(sentences))
    x = _one_hot(text, vocabulary)
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
    x = _one_hot(text, vocabulary).numpy()
    if np.ndim(matrix) == 3:
        return np.einsum("h,i,hij->j", x[-2], x[-1], matrix)
    return matrix @ x[-1]
