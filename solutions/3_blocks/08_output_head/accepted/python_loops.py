"""One position at a time, with math."""

import math

import numpy as np
import torch
from torch import nn


def to_logits(x, W, b):
    if np.ndim(x) > 1:
        return [to_logits(part, W, b) for part in x]
    return [sum(float(x[d] * W[d][v]) for d in range(len(x))) + float(b[v]) for v in range(len(b))]


def probabilities(logits):
    if np.ndim(logits) > 1:
        return [probabilities(part) for part in logits]
    return [math.exp(log_p) for log_p in log_probabilities(logits)]


def log_probabilities(logits):
    if np.ndim(logits) > 1:
        return [log_probabilities(part) for part in logits]
    peak = max(logits)
    total = peak + math.log(sum(math.exp(logit - peak) for logit in logits))
    return [float(logit - total) for logit in logits]


def most_likely_words(logits, vocabulary):
    return [max(zip(row, vocabulary, strict=True))[1] for row in logits.tolist()]


def sentence_log_probability(log_probs, ids):
    if np.ndim(ids) > 1:
        return [sentence_log_probability(*pair) for pair in zip(log_probs, ids, strict=True)]
    return math.fsum(row[v] for row, v in zip(log_probs, ids, strict=True))


class OutputHead(nn.Module):
    def __init__(self, d_model, vocab_size):
        super().__init__()
        self.linear = nn.Linear(d_model, vocab_size)

    def forward(self, x):
        if x.dim() > 1:
            return torch.stack([self(part) for part in x])
        logits = torch.stack([row @ x for row in self.linear.weight]) + self.linear.bias
        peak = logits.max().detach()
        return logits - peak - torch.log(torch.exp(logits - peak).sum())
