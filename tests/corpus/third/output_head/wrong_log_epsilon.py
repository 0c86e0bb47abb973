# wrong: log_probabilities takes log(softmax + 1e-9), so every word far below the best gets about -20.7 instead of e.g. -800.
import numpy as np
import torch
from torch import nn

EPS = 1e-9


def to_logits(x, W, b):
    return np.matmul(x, W) + b


def probabilities(logits):
    e = np.exp(logits - np.max(logits, axis=-1, keepdims=True))
    return e / np.sum(e, axis=-1, keepdims=True)


def log_probabilities(logits):
    # the epsilon keeps log away from 0
    return np.log(probabilities(logits) + EPS)


def most_likely_words(logits, vocabulary):
    best = np.argmax(logits, axis=-1)
    return [vocabulary[i] for i in best]


def sentence_log_probability(log_probs, ids):
    flat = log_probs.reshape(-1, log_probs.shape[-1])
    picked = flat[np.arange(flat.shape[0]), ids.reshape(-1)]
    return picked.reshape(ids.shape).sum(axis=-1)


class OutputHead(nn.Module):
    def __init__(self, d_model, vocab_size):
        super().__init__()
        self.linear = nn.Linear(d_model, vocab_size)

    def forward(self, x):
        return torch.log_softmax(self.linear(x), dim=-1)
