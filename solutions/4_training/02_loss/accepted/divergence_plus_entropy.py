"""Cross-entropy as the divergence of q from p plus the entropy of p, with torch.distributions."""

import torch
from torch.distributions import Categorical
from torch.nn import functional


def cross_entropy(p, q):
    entropy = torch.special.entr(p).sum(-1)
    safe = torch.where(p == 0, torch.ones_like(q), q)
    return entropy + functional.kl_div(safe.log(), p, reduction="none").sum(-1)


def token_losses(logits, target):
    return -Categorical(logits=logits).log_prob(target)


def smooth_targets(target, vocab_size, smoothing, pad):
    words = torch.ones(vocab_size)
    words[pad] = 0
    right = torch.eye(vocab_size)[target]
    share = smoothing * (words - right) / (vocab_size - 2)
    return (share + (1 - smoothing) * right) * (target != pad)[..., None]


def loss(logits, target, pad):
    losses = -Categorical(logits=logits).log_prob(target)
    return losses.masked_fill(target == pad, 0).sum() / max(1, int((target != pad).sum()))


def smoothed_loss(logits, target, pad, smoothing):
    soft = smooth_targets(target, logits.shape[-1], smoothing, pad).to(logits)
    divergence = functional.kl_div(torch.log_softmax(logits, -1), soft, reduction="sum")
    return (divergence + torch.special.entr(soft).sum()) / max(1, int((target != pad).sum()))


def accuracy(logits, target, pad):
    said = torch.where(target == pad, -1, logits.argmax(-1))
    return float((said == target).sum()) / max(1.0, float((target != pad).sum()))
