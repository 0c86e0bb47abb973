"""The loss: how far the words a model expects are from the words that come."""

import torch


def cross_entropy(p: torch.Tensor, q: torch.Tensor) -> torch.Tensor:
    """H(p, q) = - sum of p log q.  p, q: (..., vocab_size).  Returns (...)."""
    # Where p is 0 the word adds nothing. Written 0 · log 0 it would be 0 · (-inf), and that is NaN.
    terms = torch.where(p == 0, 0.0, p * torch.log(q))  # (..., vocab_size)
    return -terms.sum(dim=-1)


def token_losses(logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    """With a one-hot p only one term is left: - log q of the right word.  logits: (..., vocab_size), labels: (...)."""
    right = logits.gather(-1, labels[..., None])[..., 0]  # (...)
    return torch.logsumexp(logits, dim=-1) - right  # log q = logit - log sum exp, and its sign turned over


def smooth_targets(labels: torch.Tensor, vocab_size: int, smoothing: float, pad: int) -> torch.Tensor:
    """1 - smoothing for the right word, the rest for the others.  labels: (...).  Returns (..., vocab_size)."""
    word = labels.new_tensor(range(vocab_size))  # (vocab_size,), on the device of labels
    right = labels[..., None] == word  # (..., vocab_size), one True in each row
    others = vocab_size - 2  # neither the right word nor the padding
    p = torch.where(right, 1 - smoothing, smoothing / others)
    real = (labels[..., None] != pad) & (word != pad)  # padding is never predicted, and where it is, nothing is
    return torch.where(real, p, 0.0)


def loss(logits: torch.Tensor, labels: torch.Tensor, pad: int) -> torch.Tensor:
    """Mean cross-entropy over the real tokens.  logits: (batch, position, vocab_size), labels: (batch, position)."""
    real = labels != pad  # (batch, position)
    logits, labels = logits[real], labels[real]  # (token, vocab_size) and (token,): the padding is gone
    log_q = logits - torch.logsumexp(logits, dim=-1, keepdim=True)  # (token, vocab_size)
    right = log_q.gather(-1, labels[:, None])  # (token, 1)
    return -right.sum() / max(1, len(labels))  # every token weighs the same, in whatever sentence it is


def smoothed_loss(logits: torch.Tensor, labels: torch.Tensor, pad: int, smoothing: float) -> torch.Tensor:
    """The same with soft targets.  logits: (batch, position, vocab_size), labels: (batch, position)."""
    real = labels != pad  # (batch, position)
    logits, labels = logits[real], labels[real]  # (token, vocab_size) and (token,)
    log_q = logits - torch.logsumexp(logits, dim=-1, keepdim=True)  # (token, vocab_size)

    # - sum of p log q, where p has only two values: one for the right word, one for all the other words.
    right = log_q.gather(-1, labels[:, None])[:, 0]  # (token,)
    others = log_q.sum(dim=-1) - right - log_q[:, pad]  # (token,)
    losses = -(1 - smoothing) * right - smoothing / (log_q.shape[-1] - 2) * others  # (token,)
    return losses.sum() / max(1, len(losses))


def accuracy(logits: torch.Tensor, labels: torch.Tensor, pad: int) -> float:
    """Right words among the real tokens.  logits: (batch, position, vocab_size), labels: (batch, position)."""
    real = labels != pad  # (batch, position)
    right = (logits.argmax(dim=-1) == labels) & real
    return right.sum().item() / max(1, real.sum().item())
