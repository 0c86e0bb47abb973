# wrong: probabilities and log_probabilities clip the logits to ±1000 against overflow; shows for larger ones.
import numpy as np
import torch
from torch import nn


def to_logits(x, W, b):
    return x @ W + b


def probabilities(logits):
    return np.exp(log_probabilities(logits))


def log_probabilities(logits):
    logits = np.clip(logits, -1000, 1000)
    shifted = logits - logits.max(axis=-1, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))


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
        return logits - torch.logsumexp(logits, dim=-1, keepdim=True)
