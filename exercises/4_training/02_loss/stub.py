"""The loss: how far a model's predictions are from the right words."""

import torch


def cross_entropy(p: torch.Tensor, q: torch.Tensor) -> torch.Tensor:
    """Compare two probability distributions: minus the sum of p log q, with the natural logarithm.

    p: (..., vocab_size), the target    q: (..., vocab_size), the model's output
    Returns (...). A word with p = 0 adds nothing, even where q = 0 too; one with p > 0 and q = 0 costs infinity.
    """
    raise NotImplementedError


def token_losses(logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    """The cross-entropy of every position, straight from the logits: minus the log-probability of the right word.

    logits: (..., vocab_size), finite, of any size    labels: (...), the ids of the right words
    Returns (...): one loss per position, padding included.
    """
    raise NotImplementedError


def smooth_targets(labels: torch.Tensor, vocab_size: int, smoothing: float, pad: int) -> torch.Tensor:
    """Soft targets: 1 - smoothing for the right word, the rest in equal parts for the other words.

    labels: (...), ids    pad: the id of the padding, which is not a word and gets no part
    Returns (..., vocab_size). Where the label is padding, the row is all zeros.
    """
    raise NotImplementedError


def loss(logits: torch.Tensor, labels: torch.Tensor, pad: int) -> torch.Tensor:
    """The number to minimise: the mean cross-entropy over all real tokens of the batch.

    logits: (batch, position, vocab_size)    labels: (batch, position), ids, padded with pad
    Returns one number, through which gradients flow back to the logits. 0 if there is nothing but padding.
    """
    raise NotImplementedError


def smoothed_loss(logits: torch.Tensor, labels: torch.Tensor, pad: int, smoothing: float) -> torch.Tensor:
    """The same mean with soft targets, as smooth_targets returns them.

    logits: (batch, position, vocab_size)    labels: (batch, position), ids, padded with pad
    Returns one number, through which gradients flow back to the logits. 0 if there is nothing but padding.
    """
    raise NotImplementedError


def accuracy(logits: torch.Tensor, labels: torch.Tensor, pad: int) -> float:
    """The share of the real tokens for which the largest logit is that of the right word.

    logits: (batch, position, vocab_size)    labels: (batch, position), ids, padded with pad
    Returns one number from 0 to 1; 0 if there is nothing but padding.
    """
    raise NotImplementedError
