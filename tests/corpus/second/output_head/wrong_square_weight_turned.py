# wrong: to_logits transposes W when its second axis fits x, also when W is square; shows for vocab_size == d_model only
import numpy as np
import torch
from torch import nn


class Scores:
    """Logits of one call, with the best of every position moved to 0."""

    def __init__(self, logits):
        best = np.amax(logits, -1)
        self.moved = np.subtract(logits, best[..., np.newaxis])
        self.exp = np.exp(np.maximum(self.moved, -1000).astype(np.float32))
        self.sum = np.einsum("...v->...", self.exp)

    def p(self):
        return np.einsum("...v,...->...v", self.exp, 1 / self.sum)

    def log_p(self):
        return self.moved - np.log(self.sum)[..., None]


def to_logits(x, W, b):
    d_model = x.shape[-1]
    if W.shape[1] == d_model:
        W = W.T
    return np.matmul(x, W) + b


def probabilities(logits):
    return Scores(logits).p()


def log_probabilities(logits):
    return Scores(logits).log_p()


def most_likely_words(logits, vocabulary):
    order = np.argsort(-np.asarray(logits, dtype=float), axis=1)
    return np.array(vocabulary, dtype=object)[order[:, 0]].tolist()


def sentence_log_probability(log_probs, ids):
    one_hot = np.arange(log_probs.shape[-1]) == ids[..., None]
    return np.einsum("...pv,...pv->...", log_probs, one_hot.astype(log_probs.dtype))


class OutputHead(nn.Module):
    def __init__(self, d_model: int, vocab_size: int) -> None:
        super().__init__()
        self.linear = nn.Linear(d_model, vocab_size)
        self.log_softmax = nn.LogSoftmax(dim=-1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.log_softmax(torch.einsum("...d,vd->...v", x, self.linear.weight) + self.linear.bias)
