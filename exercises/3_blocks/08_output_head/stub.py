"""The output head: from the decoder's vectors to a probability for every word of the vocabulary."""

import numpy as np
import torch
from torch import nn


def to_logits(x: np.ndarray, W: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The last linear layer: one score, the logit, for each word at each position.

    x: (..., d_model)    W: (d_model, vocab_size)    b: (vocab_size,)
    returns (..., vocab_size)
    """
    raise NotImplementedError


def probabilities(logits: np.ndarray) -> np.ndarray:
    """Softmax over the vocabulary, safe for logits of any size.

    logits: (..., vocab_size), finite
    returns (..., vocab_size), adding up to 1 along the last axis
    """
    raise NotImplementedError


def log_probabilities(logits: np.ndarray) -> np.ndarray:
    """The natural logarithm of the probabilities, finite even where a probability underflows to 0.

    logits: (..., vocab_size), finite
    returns (..., vocab_size)
    """
    raise NotImplementedError


def most_likely_words(logits: np.ndarray, vocabulary: list[str]) -> list[str]:
    """The word with the largest logit at every position.

    logits: (position, vocab_size)    vocabulary: word v belongs to column v
    returns a list with one word per position
    """
    raise NotImplementedError


def sentence_log_probability(log_probs: np.ndarray, ids: np.ndarray) -> np.ndarray:
    """How likely a given sentence is: the sum of the log-probabilities of its words.

    log_probs: (..., position, vocab_size), finite    ids: (..., position), the word at each position
    returns (...): one number per sentence
    """
    raise NotImplementedError


class OutputHead(nn.Module):
    """Linear layer to the vocabulary, then log-softmax."""

    def __init__(self, d_model: int, vocab_size: int) -> None:
        super().__init__()
        self.linear = nn.Linear(d_model, vocab_size)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """x: (..., d_model) -> log-probabilities (..., vocab_size). Gradients flow back to x and the layer."""
        raise NotImplementedError
