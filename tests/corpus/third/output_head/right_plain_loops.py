# right: pure Python loops and the math module over rows of a flattened copy, shapes restored at the end; the module writes out the log-sum-exp with a detached maximum (which cancels).
import math

import numpy as np
import torch
from torch import nn


def _rows(array):
    array = np.asarray(array, dtype=float)
    return array.reshape(-1, array.shape[-1]).tolist()


def _log_softmax_row(row):
    top = max(row)
    total = 0.0
    for value in row:
        total += math.exp(value - top)
    log_total = math.log(total)
    return [(value - top) - log_total for value in row]


def to_logits(x, W, b):
    d_model, vocab_size = W.shape
    out = []
    for vector in _rows(x):
        scores = []
        for v in range(vocab_size):
            score = float(b[v])
            for d in range(d_model):
                score += vector[d] * float(W[d, v])
            scores.append(score)
        out.append(scores)
    return np.array(out).reshape(x.shape[:-1] + (vocab_size,))


def probabilities(logits):
    out = [[math.exp(lp) for lp in _log_softmax_row(row)] for row in _rows(logits)]
    return np.array(out).reshape(logits.shape)


def log_probabilities(logits):
    return np.array([_log_softmax_row(row) for row in _rows(logits)]).reshape(logits.shape)


def most_likely_words(logits, vocabulary):
    words = []
    for row in _rows(logits):
        best = 0
        for v in range(1, len(row)):
            if row[v] > row[best]:
                best = v
        words.append(vocabulary[best])
    return words


def sentence_log_probability(log_probs, ids):
    positions, vocab_size = log_probs.shape[-2:]
    tables = np.asarray(log_probs).reshape(-1, positions, vocab_size)
    sentences = np.asarray(ids).reshape(-1, positions)
    sums = []
    for table, sentence in zip(tables, sentences):
        total = 0.0
        for p in range(positions):
            total += float(table[p][int(sentence[p])])
        sums.append(total)
    return np.array(sums).reshape(ids.shape[:-1])


class OutputHead(nn.Module):
    def __init__(self, d_model, vocab_size):
        super().__init__()
        self.linear = nn.Linear(d_model, vocab_size)

    def forward(self, x):
        z = self.linear(x)
        m = z.detach().amax(dim=-1, keepdim=True)
        z = z - m
        return z - z.exp().sum(dim=-1, keepdim=True).log()
