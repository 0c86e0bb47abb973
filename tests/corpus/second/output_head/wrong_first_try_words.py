# wrong: most_likely_words sorts the vocabulary and takes the argmax over positions; sentence_log_probability takes ids at all positions
import numpy as np
import torch
import torch.nn.functional as F
from torch import nn


def _t(a):
    return torch.tensor(np.asarray(a), dtype=torch.float64)


def to_logits(x: np.ndarray, W: np.ndarray, b: np.ndarray) -> np.ndarray:
    return F.linear(_t(x), _t(W).T, _t(b)).numpy()


def probabilities(logits: np.ndarray) -> np.ndarray:
    return F.softmax(_t(logits), dim=-1).numpy()


def log_probabilities(logits: np.ndarray) -> np.ndarray:
    return F.log_softmax(_t(logits), dim=-1).numpy()


def most_likely_words(logits: np.ndarray, vocabulary: list[str]) -> list[str]:
    words = sorted(vocabulary)
    best = np.argmax(logits, axis=0)
    return [words[i % len(words)] for i in best][: len(logits)]


def sentence_log_probability(log_probs: np.ndarray, ids: np.ndarray) -> np.ndarray:
    if ids.ndim > 1:
        return np.stack([sentence_log_probability(l, i) for l, i in zip(log_probs, ids)])
    return log_probs[:, ids].sum(axis=-1).sum()


class OutputHead(nn.Module):
    """Linear layer to the vocabulary, then log-softmax."""

    def __init__(self, d_model: int, vocab_size: int) -> None:
        super().__init__()
        self.linear = nn.Linear(d_model, vocab_size)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return F.log_softmax(F.linear(x, self.linear.weight, self.linear.bias), dim=-1)
