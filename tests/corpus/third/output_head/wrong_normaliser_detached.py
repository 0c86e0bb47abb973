# wrong: the log-sum-exp of the module is computed under no_grad, so the values are right but the gradients of x, weight and bias lack the part of the normaliser.
import numpy as np
import torch
from torch import nn


def _log_sum_exp(z):
    m = z.max(axis=-1, keepdims=True)
    return m + np.log(np.exp(z - m).sum(axis=-1, keepdims=True))


def to_logits(x, W, b):
    return np.tensordot(x, W, axes=1) + b


def probabilities(logits):
    return np.exp(logits - _log_sum_exp(logits))


def log_probabilities(logits):
    m = logits.max(axis=-1, keepdims=True)
    shifted = logits - m
    return shifted - _log_sum_exp(shifted)


def most_likely_words(logits, vocabulary):
    return [vocabulary[v] for v in np.argmax(logits, 1)]


def sentence_log_probability(log_probs, ids):
    return np.take_along_axis(log_probs, ids[..., None], -1).squeeze(-1).sum(-1)


class OutputHead(nn.Module):
    def __init__(self, d_model, vocab_size):
        super().__init__()
        self.linear = nn.Linear(d_model, vocab_size)

    def forward(self, x):
        logits = self.linear(x)
        with torch.no_grad():  # the normaliser is only a constant for each position
            biggest = logits.max(dim=-1, keepdim=True).values
            normaliser = biggest + torch.log(torch.exp(logits - biggest).sum(dim=-1, keepdim=True))
        return logits - normaliser
