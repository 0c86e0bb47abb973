# wrong: a batch of nothing but padding divides 0 by 0: both losses (F.cross_entropy with ignore_index, mean of no rows) are NaN instead of 0.
import torch
import torch.nn.functional as F


def cross_entropy(p, q):
    return torch.where(p > 0, -p * torch.log(q), 0.0).sum(dim=-1)


def token_losses(logits, labels):
    vocab_size = logits.shape[-1]
    return F.nll_loss(
        F.log_softmax(logits, -1).reshape(-1, vocab_size), labels.reshape(-1), reduction="none"
    ).reshape(labels.shape)


def smooth_targets(labels, vocab_size, smoothing, pad):
    share = smoothing / (vocab_size - 2)
    soft = torch.where(F.one_hot(labels, vocab_size).bool(), 1 - smoothing, share)
    soft[..., pad] = 0
    soft[labels == pad, :] = 0
    return soft


def loss(logits, labels, pad):
    return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=pad)


def smoothed_loss(logits, labels, pad, smoothing):
    soft = smooth_targets(labels, logits.shape[-1], smoothing, pad).to(logits.dtype)
    per_token = -(soft * F.log_softmax(logits, -1)).sum(-1)
    return per_token[labels != pad].mean()


def accuracy(logits, labels, pad):
    counted = labels != pad
    if not counted.any():
        return 0.0
    return float((logits.argmax(-1) == labels)[counted].float().mean())
