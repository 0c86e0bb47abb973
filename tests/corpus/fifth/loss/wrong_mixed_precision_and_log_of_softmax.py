# wrong: smoothed_loss multiplies float32 targets with einsum, which fails for float64 logits, and token_losses takes the log after the softmax, so a word 200 below the best costs infinity.
import torch


def cross_entropy(p, q):
    return -torch.where(p > 0, p * q.log(), torch.zeros_like(p)).sum(-1)


def token_losses(logits, labels):
    q = torch.softmax(logits, dim=-1)
    right = q.gather(-1, labels.unsqueeze(-1)).squeeze(-1)
    return -torch.log(right)


def _soft(labels, vocab_size, smoothing, pad, dtype):
    share = smoothing / (vocab_size - 2)
    targets = torch.full((*labels.shape, vocab_size), share, dtype=dtype)
    targets.scatter_(-1, labels.long().unsqueeze(-1), 1 - smoothing)
    targets[..., pad] = 0
    targets[labels == pad] = 0
    return targets


def smooth_targets(labels, vocab_size, smoothing, pad):
    return _soft(labels, vocab_size, smoothing, pad, torch.get_default_dtype())


def loss(logits, labels, pad):
    real = labels != pad
    return token_losses(logits, labels)[real].sum() / real.sum().clamp(min=1)


def smoothed_loss(logits, labels, pad, smoothing):
    targets = smooth_targets(labels, logits.shape[-1], smoothing, pad)
    total = -torch.einsum("bpv,bpv->", targets, logits.log_softmax(-1))
    return total / (labels != pad).sum().clamp(min=1)


def accuracy(logits, labels, pad):
    real = labels != pad
    if not real.any():
        return 0.0
    return (logits.argmax(-1)[real] == labels[real]).double().mean().item()
