# right: torch, one-hot rows multiplied by einsum, double, one-hot products for the next word
import numpy as np
import torch


def _rows(text, vocabulary):
    eye = torch.eye(len(vocabulary), dtype=torch.float64)
    return eye[torch.tensor([vocabulary.index(word) for word in text.split()], dtype=torch.long)]


def _shares(counts):
    total = counts.sum(dim=-1, keepdim=True)
    return torch.where(total > 0, counts / total, torch.zeros_like(counts)).numpy()


def transition_matrix(sentences, vocabulary):
    V = len(vocabulary)
    counts = torch.zeros(V, V, dtype=torch.float64)
    for sentence in sentences:
        X = _rows(sentence, vocabulary)
        counts += torch.einsum("ti,tj->ij", X[:-1], X[1:])
    return _shares(counts)


def second_order_matrix(sentences, vocabulary):
    V = len(vocabulary)
    counts = torch.zeros(V, V, V, dtype=torch.float64)
    for sentence in sentences:
        X = _rows(sentence, vocabulary)
        if len(X) > 2:
            counts += torch.einsum("th,ti,tj->hij", X[:-2], X[1:-1], X[2:])
    return _shares(counts)


def next_word(matrix, text, vocabulary):
    M = torch.tensor(np.asarray(matrix), dtype=torch.float64)
    X = _rows(text, vocabulary)
    if M.dim() == 3:
        M = torch.tensordot(X[-2], M, dims=1)
    return (X[-1] @ M).numpy()
