# wrong: sentence_log_probability flattens all but the first axis, one number for each entry of axis 0; shows for ids with three axes
import numpy as np
import torch
from torch import nn


def to_logits(x, W, b):
    return x @ W + b


def probabilities(logits):
    shifted = logits - logits.max(axis=-1, keepdims=True)
    e = np.exp(shifted)
    return e / e.sum(axis=-1, keepdims=True)


def log_probabilities(logits):
    shifted = logits - logits.max(axis=-1, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))


def most_likely_words(logits, vocabulary):
    return [vocabulary[i] for i in logits.argmax(axis=-1)]


def sentence_log_probability(log_probs, ids):
    vocab_size = log_probs.shape[-1]
    flat = log_probs.reshape(-1, vocab_size)
    chosen = flat[np.arange(flat.shape[0]), ids.reshape(-1)]
    if ids.ndim == 1:
        return chosen.sum()
    return chosen.reshape(len(ids), -1).sum(axis=1)


class OutputHead(nn.Module):
    def __init__(self, d_model: int, vocab_size: int) -> None:
        super().__init__()
        self.linear = nn.Linear(d_model, vocab_size)

    def forward(self, x):
        return torch.log_softmax(self.linear(x), dim=-1)
