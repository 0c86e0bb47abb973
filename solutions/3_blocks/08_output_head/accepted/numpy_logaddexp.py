"""logaddexp and take_along_axis in numpy; the peak subtracted by hand in torch."""

import numpy as np
from torch import nn


def to_logits(x, W, b):
    return np.einsum("...d,dv->...v", x, W) + b


def probabilities(logits):
    return np.exp(log_probabilities(logits))


def log_probabilities(logits):
    return logits - np.logaddexp.reduce(logits, axis=-1)[..., None]


def most_likely_words(logits, vocabulary):
    return list(np.array(vocabulary)[np.argsort(logits, axis=-1)[:, -1]])


def sentence_log_probability(log_probs, ids):
    return np.take_along_axis(log_probs, ids[..., None], axis=-1).squeeze(-1).sum(axis=-1)


class OutputHead(nn.Module):
    def __init__(self, d_model, vocab_size):
        super().__init__()
        self.linear = nn.Linear(d_model, vocab_size)

    def forward(self, x):
        logits = x @ self.linear.weight.T + self.linear.bias
        shifted = logits - logits.amax(dim=-1, keepdim=True)
        return shifted - shifted.exp().sum(dim=-1, keepdim=True).log()
