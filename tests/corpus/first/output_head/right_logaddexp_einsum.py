# right: einsum, np.logaddexp.reduce, probabilities as exp of the log-probabilities, one-hot choice with where
import numpy as np
import torch
from torch import nn


class Softmax:
    def __init__(self, logits):
        self.logits = np.asarray(logits, dtype=np.float64)

    @property
    def log(self):
        relative = self.logits - np.expand_dims(np.amax(self.logits, axis=-1), -1)
        return relative - np.logaddexp.reduce(relative, axis=-1, keepdims=True)

    @property
    def plain(self):
        return np.exp(self.log)


def to_logits(x, W, b):
    return np.einsum("...d,dv->...v", x, W) + b


def probabilities(logits):
    return Softmax(logits).plain


def log_probabilities(logits):
    return Softmax(logits).log


def most_likely_words(logits, vocabulary):
    return [max(zip(row.tolist(), range(len(row), 0, -1), vocabulary))[-1] for row in np.asarray(logits)]


def sentence_log_probability(log_probs, ids):
    chosen = np.arange(log_probs.shape[-1]) == np.asarray(ids)[..., np.newaxis]
    return np.where(chosen, log_probs, 0.0).sum(axis=(-2, -1))


class OutputHead(nn.Module):
    def __init__(self, d_model, vocab_size):
        super().__init__()
        self.linear = nn.Linear(d_model, vocab_size)

    def forward(self, x):
        return nn.Sequential(self.linear, nn.LogSoftmax(dim=-1))(x)
