# right: compact numpy with one shared helper that shifts each row by its own maximum; take_along_axis picks the words; the module uses torch.log_softmax on the last axis.
import numpy as np
import torch
from torch import nn


def _shift(logits):
    return logits - logits.max(axis=-1, keepdims=True)


def to_logits(x, W, b):
    return x @ W + b


def probabilities(logits):
    e = np.exp(_shift(logits))
    return e / e.sum(axis=-1, keepdims=True)


def log_probabilities(logits):
    z = _shift(logits)
    return z - np.log(np.exp(z).sum(axis=-1, keepdims=True))


def most_likely_words(logits, vocabulary):
    return [vocabulary[v] for v in logits.argmax(axis=-1)]


def sentence_log_probability(log_probs, ids):
    picked = np.take_along_axis(log_probs, ids[..., None], axis=-1)
    return picked[..., 0].sum(axis=-1)


class OutputHead(nn.Module):
    def __init__(self, d_model, vocab_size):
        super().__init__()
        self.linear = nn.Linear(d_model, vocab_size)

    def forward(self, x):
        return torch.log_softmax(self.linear(x), dim=-1)
