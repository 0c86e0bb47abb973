# wrong: smooth_targets always empties the last column (as in the example of seven entries), so with any other pad the padding gets a share and the last word none.
import torch
import torch.nn.functional as F


def cross_entropy(p, q):
    log_q = torch.where(p > 0, q, torch.ones_like(q)).log()
    return -(p * log_q).sum(-1)


def token_losses(logits, labels):
    log_q = F.log_softmax(logits, dim=-1)
    return -(F.one_hot(labels, logits.shape[-1]) * log_q).sum(-1)


def smooth_targets(labels, vocab_size, smoothing, pad):
    rows = labels.reshape(-1)
    table = torch.full((len(rows), vocab_size), smoothing / (vocab_size - 2))
    table[:, -1] = 0.0  # <pad>
    table[torch.arange(len(rows)), rows] = 1.0 - smoothing
    table[rows == pad] = 0.0
    return table.reshape(*labels.shape, vocab_size)


def loss(logits, labels, pad):
    keep = (labels != pad).to(logits.dtype)
    return (token_losses(logits, labels) * keep).sum() / keep.sum().clamp_min(1)


def smoothed_loss(logits, labels, pad, smoothing):
    soft = smooth_targets(labels, logits.shape[-1], smoothing, pad).type_as(logits)
    keep = (labels != pad).to(logits.dtype)
    return -(soft * F.log_softmax(logits, dim=-1)).sum() / keep.sum().clamp_min(1)


def accuracy(logits, labels, pad):
    keep = labels != pad
    right = (logits.max(-1).indices == labels) & keep
    return (right.sum() / keep.sum().clamp_min(1)).item()
