# wrong: in log_probabilities the maximum is subtracted inside the exp only, so each row with a largest logit other than 0 is off by that maximum.
import math

import numpy as np
import torch
from torch import nn


def to_logits(x, W, b):
    return np.einsum("...i,ij->...j", x, W) + b


def probabilities(logits):
    out = np.empty(logits.shape, dtype=float)
    for index in np.ndindex(*logits.shape[:-1]):
        row = logits[index]
        weights = [math.exp(z - max(row)) for z in row]
        out[index] = np.array(weights) / sum(weights)
    return out


def log_probabilities(logits):
    out = np.empty(logits.shape, dtype=float)
    for index in np.ndindex(*logits.shape[:-1]):
        row = logits[index]
        m = max(row)
        log_sum = math.log(sum(math.exp(z - m) for z in row))
        out[index] = [z - log_sum for z in row]
    return out


def most_likely_words(logits, vocabulary):
    words = []
    for row in logits:
        row = list(row)
        words.append(vocabulary[row.index(max(row))])
    return words


def sentence_log_probability(log_probs, ids):
    out = np.zeros(ids.shape[:-1])
    for index in np.ndindex(*ids.shape):
        out[index[:-1]] += log_probs[index][ids[index]]
    return out


class OutputHead(nn.Module):
    def __init__(self, d_model, vocab_size):
        super().__init__()
        self.linear = nn.Linear(d_model, vocab_size)

    def forward(self, x):
        return nn.functional.log_softmax(self.linear(x), dim=-1)
