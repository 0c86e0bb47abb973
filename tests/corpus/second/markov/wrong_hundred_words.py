# wrong: second_order_matrix packs three numbers in base 100; shows for words with number 100 or more in a large vocabulary
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
    number = {word: v for v, word in enumerate(vocabulary)}
    seen = {}
    for sentence in sentences:
        ids = [number[word] for word in sentence.split()]
        for h, i, j in zip(ids, ids[1:], ids[2:]):
            code = h * 10000 + i * 100 + j
            seen[code] = seen.get(code, 0) + 1
    counts = torch.zeros(V, V, V, dtype=torch.float64)
    for code, times in seen.items():
        h, rest = divmod(code, 10000)
        i, j = divmod(rest, 100)
        if h < V and i < V:
            counts[h, i, j] = times
    return _shares(counts)


def next_word(matrix, text, vocabulary):
    M = torch.tensor(np.asarray(matrix), dtype=torch.float64)
    X = _rows(text, vocabulary)
    if M.dim() == 3:
        M = torch.tensordot(X[-2], M, dims=1)
    return (X[-1] @ M).numpy()
