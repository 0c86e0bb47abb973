"""Single precision inside."""

import numpy as np
import torch
from torch import nn


def to_logits(x, W, b):
    return np.matmul(x.astype(np.float32), W.astype(np.float32)) + b.astype(np.float32)


def probabilities(logits):
    return np.exp(log_probabilities(logits))


def log_probabilities(logits):
    logits = logits.astype(np.float32)
    shifted = logits - logits.max(axis=-1, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))


def most_likely_words(logits, vocabulary):
    return tuple(vocabulary[int(v)] for v in logits.astype(np.float32).argmax(axis=1))


def sentence_log_probability(log_probs, ids):
    flat = log_probs.astype(np.float32).reshape(-1, log_probs.shape[-1])
    return flat[np.arange(len(flat)), ids.reshape(-1)].reshape(ids.shape).sum(axis=-1)


class OutputHead(nn.Module):
    def __init__(self, d_model, vocab_size):
        super().__init__()
        self.linear = nn.Linear(d_model, vocab_size)

    def forward(self, x):
        logits = x.float() @ self.linear.weight.float().T + self.linear.bias.float()
        return torch.log_softmax(logits, dim=-1)
