# wrong: forward takes log(softmax + 1e-9), so all hopeless words get -20.7; shows for words about 20 or more below the best
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
    best = _t(logits).topk(1, dim=-1).indices.flatten().tolist()
    return list(map(vocabulary.__getitem__, best))


def sentence_log_probability(log_probs: np.ndarray, ids: np.ndarray) -> np.ndarray:
    index = torch.tensor(np.asarray(ids), dtype=torch.int64)
    return _t(log_probs).gather(-1, index.unsqueeze(-1)).squeeze(-1).sum(-1).numpy()


class OutputHead(nn.Module):
    """Linear layer to the vocabulary, then log-softmax."""

    def __init__(self, d_model: int, vocab_size: int) -> None:
        super().__init__()
        self.linear = nn.Linear(d_model, vocab_size)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        p = F.softmax(self.linear(x), dim=-1)
        return torch.log(p + 1e-9)
