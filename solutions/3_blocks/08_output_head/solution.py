"""The output head: from the decoder's vectors to a probability for every word of the vocabulary."""

import numpy as np
import torch
from torch import nn


def to_logits(x: np.ndarray, W: np.ndarray, b: np.ndarray) -> np.ndarray:
    """One neuron for each word.  x: (..., d_model); W: (d_model, vocab_size); b: (vocab_size,)."""
    return x @ W + b  # (..., vocab_size)


def probabilities(logits: np.ndarray) -> np.ndarray:
    """Softmax over the vocabulary.  logits: (..., vocab_size)."""
    peak = logits.max(axis=-1, keepdims=True)  # (..., 1): the best word of each position
    exponentials = np.exp(logits - peak)  # the best word has exp(0) = 1: nothing overflows
    return exponentials / exponentials.sum(axis=-1, keepdims=True)


def log_probabilities(logits: np.ndarray) -> np.ndarray:
    """log of the softmax, without ever forming a tiny probability.  logits: (..., vocab_size)."""
    shifted = logits - logits.max(axis=-1, keepdims=True)  # (..., vocab_size): 0 for the best word
    total = np.exp(shifted).sum(axis=-1, keepdims=True)  # (..., 1): at least 1, so its logarithm is safe
    return shifted - np.log(total)  # log(a / b) = log a - log b, and log(exp(shifted)) is shifted itself


def most_likely_words(logits: np.ndarray, vocabulary: list[str]) -> list[str]:
    """The best word at each position.  logits: (position, vocab_size)."""
    best = logits.argmax(axis=-1)  # (position,): softmax and log keep the order, so logits are enough
    return [vocabulary[v] for v in best]


def sentence_log_probability(log_probs: np.ndarray, ids: np.ndarray) -> np.ndarray:
    """Sum of the given words' log-probabilities.  log_probs: (..., position, vocab_size); ids: (..., position)."""
    is_the_word = ids[..., None] == np.arange(log_probs.shape[-1])  # (..., position, vocab_size): one True a row
    chosen = np.where(is_the_word, log_probs, 0)  # what stands beside it does not count
    return chosen.sum(axis=(-2, -1))  # (...): the log of a product is the sum of the logs


class OutputHead(nn.Module):
    """Linear layer to the vocabulary, then log-softmax."""

    def __init__(self, d_model: int, vocab_size: int) -> None:
        super().__init__()
        self.linear = nn.Linear(d_model, vocab_size)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """x: (..., d_model) -> (..., vocab_size)."""
        logits = self.linear(x)
        return logits - torch.logsumexp(logits, dim=-1, keepdim=True)  # subtracts and adds the peak by itself
