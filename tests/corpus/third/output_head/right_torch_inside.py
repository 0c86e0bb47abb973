# right: every numpy function converts to a float64 torch tensor, uses torch.softmax / log_softmax / gather and converts back.
import numpy as np
import torch
import torch.nn.functional as F
from torch import nn


def _t(array):
    return torch.tensor(np.ascontiguousarray(array), dtype=torch.float64)


def to_logits(x: np.ndarray, W: np.ndarray, b: np.ndarray) -> np.ndarray:
    return F.linear(_t(x), _t(W).T, _t(b)).numpy()


def probabilities(logits: np.ndarray) -> np.ndarray:
    return torch.softmax(_t(logits), dim=-1).numpy()


def log_probabilities(logits: np.ndarray) -> np.ndarray:
    return F.log_softmax(_t(logits), dim=-1).numpy()


def most_likely_words(logits: np.ndarray, vocabulary: list[str]) -> list[str]:
    return [vocabulary[i] for i in _t(logits).argmax(dim=-1).tolist()]


def sentence_log_probability(log_probs: np.ndarray, ids: np.ndarray) -> np.ndarray:
    index = torch.tensor(np.ascontiguousarray(ids), dtype=torch.int64).unsqueeze(-1)
    return _t(log_probs).gather(-1, index).squeeze(-1).sum(-1).numpy()


class OutputHead(nn.Module):
    def __init__(self, d_model: int, vocab_size: int) -> None:
        super().__init__()
        self.linear = nn.Linear(d_model, vocab_size)
        self.norm = nn.LogSoftmax(dim=-1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.norm(self.linear(x))
