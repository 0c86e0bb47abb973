# wrong: probabilities works in the caller's array and normalises over axis 0; log_probabilities is log of it: -inf for hopeless words
import numpy as np
import torch
from torch import nn


def to_logits(x, W, b):
    return x @ W + b


def probabilities(logits):
    e = logits
    e -= logits.max(axis=-1, keepdims=True)
    e = np.exp(e)
    return e / e.sum(axis=0)


def log_probabilities(logits):
    return np.log(probabilities(logits))


def most_likely_words(logits, vocabulary):
    return [vocabulary[i] for i in logits.argmax(axis=-1)]


def sentence_log_probability(log_probs, ids):
    chosen = np.take_along_axis(log_probs, ids[..., None], axis=-1)
    return chosen[..., 0].sum(axis=-1)


class OutputHead(nn.Module):
    def __init__(self, d_model: int, vocab_size: int) -> None:
        super().__init__()
        self.linear = nn.Linear(d_model, vocab_size)

    def forward(self, x):
        return torch.log_softmax(self.linear(x), dim=-1)
