"""The library's own linear, softmax, log_softmax and gather."""

import torch
from torch import nn
from torch.nn import functional


def to_logits(x, W, b):
    x, W, b = (torch.as_tensor(array) for array in (x, W, b))
    return functional.linear(x, W.T, b)


def probabilities(logits):
    return functional.softmax(torch.as_tensor(logits), dim=-1)


def log_probabilities(logits):
    return functional.log_softmax(torch.as_tensor(logits), dim=-1)


def most_likely_words(logits, vocabulary):
    return [vocabulary[v] for v in torch.as_tensor(logits).argmax(dim=-1).tolist()]


def sentence_log_probability(log_probs, ids):
    log_probs, ids = torch.as_tensor(log_probs), torch.as_tensor(ids)
    return log_probs.gather(-1, ids.unsqueeze(-1)).squeeze(-1).sum(dim=-1)


class OutputHead(nn.Module):
    def __init__(self, d_model, vocab_size):
        super().__init__()
        self.linear = nn.Linear(d_model, vocab_size)

    def forward(self, x):
        return functional.log_softmax(self.linear(x), dim=-1)
