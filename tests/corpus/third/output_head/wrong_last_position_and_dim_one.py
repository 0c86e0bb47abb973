# wrong: two mistakes: to_logits keeps only the last position of a sentence, and the module normalises along dim 1, which for (batch, position, vocab) is the positions.
import numpy as np
import torch
from torch import nn


def to_logits(x, W, b):
    if x.ndim > 1:
        x = x[..., -1, :]  # only the last position counts
    return x @ W + b


def probabilities(logits):
    z = torch.from_numpy(np.array(logits, dtype=np.float64))
    return z.softmax(-1).numpy()


def log_probabilities(logits):
    z = torch.from_numpy(np.array(logits, dtype=np.float64))
    return (z - z.logsumexp(-1, keepdim=True)).numpy()


def most_likely_words(logits, vocabulary):
    return [vocabulary[i] for i in np.argmax(logits, axis=-1)]


def sentence_log_probability(log_probs, ids):
    return np.sum(np.take_along_axis(log_probs, ids[..., None], axis=-1), axis=(-1, -2))


class OutputHead(nn.Module):
    def __init__(self, d_model, vocab_size):
        super().__init__()
        self.linear = nn.Linear(d_model, vocab_size)
        self.log_softmax = nn.LogSoftmax(dim=1)

    def forward(self, x):
        return self.log_softmax(self.linear(x))
