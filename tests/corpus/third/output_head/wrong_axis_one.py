# wrong: the softmax normalises along axis 1, which is the vocabulary only for (position, vocab) input; for a batch (batch, position, vocab) it normalises over the positions.
import numpy as np
import torch
from torch import nn


def to_logits(x, W, b):
    return np.dot(x, W) + b


def probabilities(logits):
    if logits.ndim == 1:
        return probabilities(logits[None, :])[0]
    shifted = logits - np.max(logits, axis=1, keepdims=True)
    numerators = np.exp(shifted)
    return numerators / np.sum(numerators, axis=1, keepdims=True)


def log_probabilities(logits):
    m = logits.max(-1, keepdims=True)
    return logits - m - np.log(np.sum(np.exp(logits - m), -1, keepdims=True))


def most_likely_words(logits, vocabulary):
    return [vocabulary[int(np.argmax(row))] for row in logits]


def sentence_log_probability(log_probs, ids):
    return np.take_along_axis(log_probs, np.expand_dims(ids, -1), -1).sum(axis=(-2, -1))


class OutputHead(nn.Module):
    def __init__(self, d_model, vocab_size):
        super().__init__()
        self.linear = nn.Linear(d_model, vocab_size)

    def forward(self, x):
        return self.linear(x).log_softmax(-1)
