# wrong: two mistakes: to_logits cuts negative scores to 0 with a ReLU, and the module returns probabilities instead of log-probabilities.
import numpy as np
import torch
import torch.nn.functional as F
from torch import nn


def relu(z):
    return np.maximum(z, 0)


def to_logits(x, W, b):
    return relu(x @ W + b)


def probabilities(logits):
    exps = np.exp(logits - logits.max(axis=-1)[..., None])
    return exps / exps.sum(axis=-1)[..., None]


def log_probabilities(logits):
    shifted = logits - logits.max(axis=-1)[..., None]
    return shifted - np.log(np.exp(shifted).sum(axis=-1))[..., None]


def most_likely_words(logits, vocabulary):
    index_to_word = dict(enumerate(vocabulary))
    return [index_to_word[int(i)] for i in logits.argmax(axis=1)]


def sentence_log_probability(log_probs, ids):
    return (log_probs * np.eye(log_probs.shape[-1])[ids]).sum(axis=(-2, -1))


class OutputHead(nn.Module):
    def __init__(self, d_model, vocab_size):
        super().__init__()
        self.linear = nn.Linear(d_model, vocab_size)

    def forward(self, x):
        return F.softmax(self.linear(x), dim=-1)
