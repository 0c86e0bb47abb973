# wrong: sentence_log_probability multiplies probabilities and takes the log at the end; -inf for long or very unlikely sentences
import numpy as np
import torch
from torch import nn


def shifted(logits):
    return logits - logits.max(axis=-1, keepdims=True)


def to_logits(x: np.ndarray, W: np.ndarray, b: np.ndarray) -> np.ndarray:
    return x @ W + b


def probabilities(logits: np.ndarray) -> np.ndarray:
    e = np.exp(shifted(logits))
    return e / e.sum(axis=-1, keepdims=True)


def log_probabilities(logits: np.ndarray) -> np.ndarray:
    z = shifted(logits)
    return z - np.log(np.exp(z).sum(axis=-1, keepdims=True))


def most_likely_words(logits: np.ndarray, vocabulary: list[str]) -> list[str]:
    return [vocabulary[v] for v in logits.argmax(axis=-1)]


def sentence_log_probability(log_probs: np.ndarray, ids: np.ndarray) -> np.ndarray:
    picked = np.take_along_axis(np.exp(log_probs), ids[..., None], axis=-1)
    return np.log(picked.squeeze(-1).prod(axis=-1))


class OutputHead(nn.Module):
    def __init__(self, d_model: int, vocab_size: int) -> None:
        super().__init__()
        self.linear = nn.Linear(d_model, vocab_size)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.linear(x).log_softmax(dim=-1)
