"""Cross-entropy as the divergence of q from p plus the entropy of p, with torch.distributions."""

import torch
from torch.distributions import Categorical
from torch.nn import functional


def cross_entropy(p, q):
    entropy = torch.special.entr(p).sum(-1)
    safe = torch.where(p == 0, torch.ones_like(q), q)
    return entropy + functional.kl_div(safe.log(), p, reduction="none").sum(-1)


def token_losses(logits, labels):
    return -Categorical(logits=logits).log_prob(labels)


def smooth_targets(labels, vocab_size, smoothing, pad):
    words = torch.ones(vocab_size)
    words[pad] = 0
    right = torch.eye(vocab_size)[labels]
    share = smoothing * (words - right) / (vocab_size - 2)
    return (share + (1 - smoothing) * right) * (labels != pad)[..., None]


def loss(logits, labels, pad):
    losses = -Categorical(logits=logits).log_prob(labels)
    return losses.masked_fill(labels == pad, 0).sum() / max(1, int((labels != pad).sum()))


def smoothed_loss(logits, labels, pad, smoothing):
    soft = smooth_targets(labels, logits.shape[-1], smoothing, pad).to(logits)
    divergence = functional.kl_div(torch.log_softmax(logits, -1), soft, reduction="sum")
    return (divergence + torch.special.entr(soft).sum()) / max(1, int((labels != pad).sum()))


def accuracy(logits, labels, pad):
    predicted = torch.where(labels == pad, -1, logits.argmax(-1))
    return float((predicted == labels).sum()) / max(1.0, float((labels != pad).sum()))
