# right: torch.nn.functional and xlogy: F.cross_entropy with ignore_index and a clamped count, F.one_hot arithmetic for the soft targets.
import torch
import torch.nn.functional as F


def cross_entropy(p, q):
    return -torch.special.xlogy(p, q).sum(dim=-1)


def token_losses(logits, labels):
    flat = F.cross_entropy(logits.reshape(-1, logits.shape[-1]), labels.reshape(-1).long(), reduction="none")
    return flat.reshape(labels.shape)


def smooth_targets(labels, vocab_size, smoothing, pad, dtype=None):
    dtype = dtype or torch.get_default_dtype()
    right = F.one_hot(labels.long(), vocab_size).to(dtype)
    soft = right * (1 - smoothing) + (1 - right) * (smoothing / (vocab_size - 2))
    soft[..., pad] = 0
    return soft * (labels != pad).to(dtype).unsqueeze(-1)


def loss(logits, labels, pad):
    total = F.cross_entropy(logits.transpose(1, 2), labels.long(), ignore_index=pad, reduction="sum")
    return total / (labels != pad).sum().clamp(min=1)


def smoothed_loss(logits, labels, pad, smoothing):
    soft = smooth_targets(labels, logits.shape[-1], smoothing, pad, logits.dtype)
    return -(soft * logits.log_softmax(-1)).sum() / (labels != pad).sum().clamp(min=1)


def accuracy(logits, labels, pad):
    real = labels != pad
    if not real.any():
        return 0.0
    return (logits.argmax(-1)[real] == labels[real]).double().mean().item()
