# right: PyTorch; each window of words is one flat number, bincount counts them, and the result is single precision.
import numpy as np
import torch


def _probabilities(sentences, vocabulary, width):
    V = len(vocabulary)
    place = {w: v for v, w in enumerate(vocabulary)}
    flat = []
    for sentence in sentences:
        ids = [place[w] for w in sentence.split()]
        for start in range(len(ids) - width + 1):
            number = 0
            for i in ids[start : start + width]:
                number = number * V + i
            flat.append(number)
    counts = torch.bincount(torch.tensor(flat, dtype=torch.long), minlength=V**width)
    counts = counts.reshape([V] * width).float()
    return (counts / counts.sum(dim=-1, keepdim=True).clamp_min(1)).numpy()


def transition_matrix(sentences, vocabulary):
    return _probabilities(sentences, vocabulary, 2)


def second_order_matrix(sentences, vocabulary):
    return _probabilities(sentences, vocabulary, 3)


def next_word(matrix, text, vocabulary):
    order = matrix.ndim - 1
    index = tuple(vocabulary.index(w) for w in text.split()[-order:])
    return np.array(matrix[index])
