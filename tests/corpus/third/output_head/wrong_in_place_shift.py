# wrong: probabilities shifts the logits with -= and so changes the caller's array (shows when the logits are looked at or used again after the call).
import numpy as np
import torch
from torch import nn


def to_logits(x, W, b):
    z = np.matmul(x, W)
    z += b
    return z


def probabilities(logits):
    logits -= logits.max(axis=-1, keepdims=True)
    p = np.exp(logits)
    p /= p.sum(axis=-1, keepdims=True)
    return p


def log_probabilities(logits):
    z = logits - logits.max(axis=-1, keepdims=True)
    z -= np.log(np.exp(z).sum(axis=-1, keepdims=True))
    return z


def most_likely_words(logits, vocabulary):
    words = []
    for position in range(len(logits)):
        words.append(vocabulary[np.argmax(logits[position])])
    return words


def sentence_log_probability(log_probs, ids):
    rows = np.take_along_axis(log_probs, ids[..., np.newaxis], axis=-1)
    return rows.sum(axis=-1).sum(axis=-1)


class OutputHead(nn.Module):
    def __init__(self, d_model, vocab_size):
        super().__init__()
        self.linear = nn.Linear(d_model, vocab_size)

    def forward(self, x):
        z = self.linear(x)
        z = z - z.max(dim=-1, keepdim=True).values
        return z - z.exp().sum(dim=-1, keepdim=True).log()
