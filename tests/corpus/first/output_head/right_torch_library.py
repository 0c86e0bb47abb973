# right: torch library functions in double precision, gather for the sentence, results are tensors
import numpy as np
import torch
from torch import nn
from torch.nn import functional


def _double(a):
    return torch.tensor(np.asarray(a), dtype=torch.float64)


def to_logits(x, W, b):
    return functional.linear(_double(x), _double(W).T, _double(b))


def probabilities(logits):
    return functional.softmax(_double(logits), dim=-1)


def log_probabilities(logits):
    return functional.log_softmax(_double(logits), dim=-1)


def most_likely_words(logits, vocabulary):
    columns = _double(logits).topk(1, dim=-1).indices.squeeze(-1)
    return [vocabulary[column] for column in columns.tolist()]


def sentence_log_probability(log_probs, ids):
    ids = torch.tensor(np.asarray(ids), dtype=torch.int64)
    return _double(log_probs).gather(-1, ids.unsqueeze(-1)).squeeze(-1).sum(-1)


class OutputHead(nn.Module):
    """Linear layer to the vocabulary, then log-softmax."""

    def __init__(self, d_model, vocab_size):
        super().__init__()
        self.linear = nn.Linear(d_model, vocab_size)

    def forward(self, x):
        logits = self.linear(x)
        return logits - torch.logsumexp(logits, dim=-1, keepdim=True)
