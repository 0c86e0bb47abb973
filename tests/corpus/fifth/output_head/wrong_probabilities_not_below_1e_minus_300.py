# wrong: sentence_log_probability keeps every word's log-probability above −690, as log(1e-300); shows for less likely words.
import numpy as np
import torch
from torch import nn


def to_logits(x, W, b):
    return x @ W + b


def probabilities(logits):
    peak = logits.max(axis=-1, keepdims=True)
    exponentials = np.exp(logits - peak)
    return exponentials / exponentials.sum(axis=-1, keepdims=True)


def log_probabilities(logits):
    shifted = logits - logits.max(axis=-1, keepdims=True)
    total = np.exp(shifted).sum(axis=-1, keepdims=True)
    return shifted - np.log(total)


def most_likely_words(logits, vocabulary):
    best = logits.argmax(axis=-1)
    return [vocabulary[v] for v in best]


def sentence_log_probability(log_probs, ids):
    chosen = np.take_along_axis(log_probs, ids[..., None], axis=-1)[..., 0]
    return np.log(np.maximum(np.exp(chosen), 1e-300)).sum(axis=-1)


class OutputHead(nn.Module):

    def __init__(self, d_model, vocab_size):
        super().__init__()
        self.linear = nn.Linear(d_model, vocab_size)

    def forward(self, x):
        logits = self.linear(x)
        return logits - torch.logsumexp(logits, dim=-1, keepdim=True)
