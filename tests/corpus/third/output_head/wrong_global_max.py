# wrong: one maximum over the whole array is subtracted, so a position whose logits lie some 800 below another position sums to 0 and gives NaN / -inf.
import numpy as np
import torch
from torch import nn


def to_logits(x, W, b):
    return x @ W + b


def stable_exp(logits):
    """exp without overflow: the largest logit becomes 0 first."""
    m = np.max(logits)
    return np.exp(logits - m), m


def probabilities(logits):
    e, _ = stable_exp(logits)
    return e / e.sum(-1, keepdims=True)


def log_probabilities(logits):
    e, m = stable_exp(logits)
    return (logits - m) - np.log(e.sum(-1, keepdims=True))


def most_likely_words(logits, vocabulary):
    return [vocabulary[i] for i in logits.argmax(-1)]


def sentence_log_probability(log_probs, ids):
    mask = np.arange(log_probs.shape[-1]) == ids[..., None]
    return np.where(mask, log_probs, 0.0).sum(axis=(-1, -2))


class OutputHead(nn.Module):
    def __init__(self, d_model, vocab_size):
        super().__init__()
        self.linear = nn.Linear(d_model, vocab_size)

    def forward(self, x):
        z = self.linear(x)
        return z - z.logsumexp(-1, keepdim=True)
