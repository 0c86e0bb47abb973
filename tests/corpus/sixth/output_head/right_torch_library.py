# right: torch's own softmax, log_softmax and gather.
import numpy as np
import torch
from torch import nn


def to_logits(x, W, b):
    return np.matmul(x, W) + b


def probabilities(logits):
    return torch.softmax(torch.tensor(np.asarray(logits)), dim=-1)


def log_probabilities(logits):
    return torch.log_softmax(torch.tensor(np.asarray(logits)), dim=-1)


def most_likely_words(logits, vocabulary):
    return [vocabulary[v] for v in np.argmax(logits, axis=-1)]


def sentence_log_probability(log_probs, ids):
    log_probs, ids = torch.tensor(np.asarray(log_probs)), torch.tensor(np.asarray(ids))
    return log_probs.gather(-1, ids.unsqueeze(-1)).squeeze(-1).sum(dim=-1)


class OutputHead(nn.Module):
    def __init__(self, d_model: int, vocab_size: int) -> None:
        super().__init__()
        self.linear = nn.Linear(d_model, vocab_size)

    def forward(self, x):
        return torch.log_softmax(self.linear(x), dim=-1)
