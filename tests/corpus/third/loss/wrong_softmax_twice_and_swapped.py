# wrong: two mistakes: token_losses (and with it the loss) applies softmax before F.cross_entropy, and cross_entropy has p and q swapped.
import torch
import torch.nn.functional as F


def cross_entropy(p, q):
    terms = torch.where(q > 0, q * torch.log(p), torch.zeros_like(q))
    return -terms.sum(dim=-1)


def token_losses(logits, labels):
    q = torch.softmax(logits, dim=-1)
    return F.cross_entropy(q.reshape(-1, q.shape[-1]), labels.reshape(-1), reduction="none").view(labels.shape)


def smooth_targets(labels, vocab_size, smoothing, pad):
    targets = torch.full((*labels.shape, vocab_size), smoothing / (vocab_size - 2))
    targets.scatter_(-1, labels.unsqueeze(-1), 1 - smoothing)
    targets[..., pad] = 0
    targets[labels == pad] = 0
    return targets


def loss(logits, labels, pad):
    mask = (labels != pad).to(logits.dtype)
    return (token_losses(logits, labels) * mask).sum() / mask.sum().clamp(min=1)


def smoothed_loss(logits, labels, pad, smoothing):
    targets = smooth_targets(labels, logits.shape[-1], smoothing, pad).to(logits.dtype)
    count = (labels != pad).sum().clamp(min=1)
    return -(targets * F.log_softmax(logits, dim=-1)).sum() / count


def accuracy(logits, labels, pad):
    mask = labels != pad
    hits = (logits.argmax(dim=-1) == labels) & mask
    return hits.sum().item() / max(1, mask.sum().item())
