# right: plain Python row by row with math, recursion over the axes in front
import math

import numpy as np
import torch
from torch import nn


def for_each_row(function, logits):
    logits = np.asarray(logits, dtype=float)
    rows = [function(row.tolist()) for row in logits.reshape(-1, logits.shape[-1])]
    return np.array(rows).reshape(logits.shape)


def log_softmax_row(row):
    top = max(row)
    log_total = math.log(math.fsum(math.exp(z - top) for z in row))
    return [(z - top) - log_total for z in row]


def softmax_row(row):
    top = max(row)
    parts = [math.exp(z - top) for z in row]
    total = math.fsum(parts)
    return [part / total for part in parts]


def to_logits(x, W, b):
    x = np.asarray(x)
    vocab_size = len(b)
    logits = np.empty((*x.shape[:-1], vocab_size))
    for v in range(vocab_size):
        logits[..., v] = (x * W[:, v]).sum(-1) + b[v]
    return logits


def probabilities(logits):
    return for_each_row(softmax_row, logits)


def log_probabilities(logits):
    return for_each_row(log_softmax_row, logits)


def most_likely_words(logits, vocabulary):
    words = []
    for row in logits:
        best = 0
        for v in range(1, len(vocabulary)):
            if row[v] > row[best]:
                best = v
        words.append(vocabulary[best])
    return words


def sentence_log_probability(log_probs, ids):
    if np.ndim(ids) > 1:
        return np.array([sentence_log_probability(lp, i) for lp, i in zip(log_probs, ids)])
    return np.array(math.fsum(log_probs[p][ids[p]] for p in range(len(ids))))


class OutputHead(nn.Module):
    def __init__(self, d_model, vocab_size):
        super().__init__()
        self.linear = nn.Linear(d_model, vocab_size)

    def forward(self, x):
        z = x @ self.linear.weight.T + self.linear.bias
        z = z - z.amax(dim=-1, keepdim=True).detach()
        return z - z.exp().sum(dim=-1, keepdim=True).log()
