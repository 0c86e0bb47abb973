# wrong: next_word indexes the second order as (newest, previous); shows for (V, V, V) with two different newest words
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
    words = text.split()
    row = matrix
    for step in range(1, matrix.ndim):
        row = row[vocabulary.index(words[-step])]
    return row
