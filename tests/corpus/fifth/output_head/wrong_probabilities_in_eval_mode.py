# wrong: in eval mode the module returns probabilities instead of their logarithms; shows after eval().
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
    is_the_word = ids[..., None] == np.arange(log_probs.shape[-1])
    chosen = np.where(is_the_word, log_probs, 0)
    return chosen.sum(axis=(-2, -1))


class OutputHead(nn.Module):
    def __init__(self, d_model, vocab_size):
        super().__init__()
        self.linear = nn.Linear(d_model, vocab_size)

    def forward(self, x):
        logits = self.linear(x)
        if self.training:
            return torch.log_softmax(logits, dim=-1)
        return torch.softmax(logits, dim=-1)
