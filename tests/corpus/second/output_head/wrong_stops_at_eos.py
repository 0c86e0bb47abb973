# wrong: most_likely_words stops after the first <eos>, later positions get no word; shows when <eos> is best before the last position
import math

import numpy as np
import torch
from torch import nn


def _rows(a):
    return a.reshape(-1, a.shape[-1])


def _log_softmax(row):
    m = max(row)
    total = math.log(math.fsum(math.exp(z - m) for z in row))
    return [(z - m) - total for z in row]


def to_logits(x, W, b):
    n, vocab = W.shape
    result = []
    for vec in _rows(x).tolist():
        row = []
        for v in range(vocab):
            z = float(b[v])
            for i in range(n):
                z += vec[i] * float(W[i, v])
            row.append(z)
        result.append(row)
    return np.array(result).reshape(x.shape[:-1] + (vocab,))


def probabilities(logits):
    result = []
    for row in _rows(logits).tolist():
        m = max(row)
        e = [math.exp(z - m) for z in row]
        s = sum(e)
        result.append([v / s for v in e])
    return np.array(result).reshape(logits.shape)


def log_probabilities(logits):
    return np.array([_log_softmax(row) for row in _rows(logits).tolist()]).reshape(logits.shape)


def most_likely_words(logits, vocabulary):
    words = []
    for row in logits:
        word = vocabulary[int(np.argmax(row))]
        words.append(word)
        if word == "<eos>":
            break
    return words


def sentence_log_probability(log_probs, ids):
    if ids.ndim == 1:
        total = 0.0
        for p, word in enumerate(ids):
            total += float(log_probs[p, word])
        return np.array(total)
    return np.array([sentence_log_probability(lp, i) for lp, i in zip(log_probs, ids)])


class OutputHead(nn.Module):
    def __init__(self, d_model: int, vocab_size: int) -> None:
        super().__init__()
        self.linear = nn.Linear(d_model, vocab_size)

    def forward(self, x):
        z = x @ self.linear.weight.T + self.linear.bias
        z = z - z.max(dim=-1, keepdim=True).values
        return z - z.exp().sum(dim=-1, keepdim=True).log()
