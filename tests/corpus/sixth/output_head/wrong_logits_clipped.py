# wrong: logits are clipped to +-500 against overflow; 600 and 1000 become equal.
import numpy as np
import torch
from torch import nn


def to_logits(x, W, b):
    return np.einsum("...d,dv->...v", x, W) + b


def _lowered(logits):
    return np.clip(logits, -500, 500)


def probabilities(logits):
    powers = np.exp(_lowered(logits))
    return powers / powers.sum(axis=-1, keepdims=True)


def log_probabilities(logits):
    z = _lowered(logits)
    return z - np.log(np.exp(z).sum(axis=-1, keepdims=True))


def most_likely_words(logits, vocabulary):
    words = []
    for row in logits:
        best = max(range(len(vocabulary)), key=lambda v: row[v])
        words.append(vocabulary[best])
    return words


def sentence_log_probability(log_probs, ids):
    chosen = np.asarray(ids)[..., None] == np.arange(log_probs.shape[-1])
    return np.where(chosen, log_probs, 0.0).sum(axis=(-2, -1))


class OutputHead(nn.Module):
    def __init__(self, d_model: int, vocab_size: int) -> None:
        super().__init__()
        self.linear = nn.Linear(d_model, vocab_size)

    def forward(self, x):
        z = self.linear(x)
        return z - torch.logsumexp(z, dim=-1, keepdim=True)
