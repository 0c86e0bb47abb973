# wrong: OutputHead.forward cuts negative logits (ReLU) and takes log of softmax plus 1e-9; most_likely_words sorts the vocabulary
import numpy as np
import torch
from torch.nn import functional
from torch import nn


def _double(a):
    return torch.tensor(np.asarray(a), dtype=torch.float64)


def to_logits(x, W, b):
    return functional.linear(_double(x), _double(W).T, _double(b))


def probabilities(logits):
    return functional.softmax(_double(logits), dim=-1)


def log_probabilities(logits):
    return functional.log_softmax(_double(logits), dim=-1)


def most_likely_words(logits, vocabulary):
    words = sorted(vocabulary)
    return [words[column] for column in _double(logits).argmax(dim=-1).tolist()]


def sentence_log_probability(log_probs, ids):
    ids = torch.tensor(np.asarray(ids), dtype=torch.int64)
    return _double(log_probs).gather(-1, ids.unsqueeze(-1)).squeeze(-1).sum(-1)


class OutputHead(nn.Module):
    """Linear layer to the vocabulary, then log-softmax."""

    def __init__(self, d_model, vocab_size):
        super().__init__()
        self.linear = nn.Linear(d_model, vocab_size)

    def forward(self, x):
        logits = torch.relu(self.linear(x))
        return torch.log(torch.softmax(logits, dim=-1) + 1e-9)
