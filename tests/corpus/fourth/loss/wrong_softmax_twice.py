# wrong: loss takes a softmax before F.cross_entropy, which takes another one
import torch
import torch.nn.functional as F


def cross_entropy(p, q):
    log_q = torch.log(q)
    return -torch.where(p == 0, torch.zeros_like(p), p * log_q).sum(-1)


def token_losses(logits, labels):
    V = logits.shape[-1]
    return F.cross_entropy(logits.reshape(-1, V), labels.reshape(-1), reduction="none").view(labels.shape)


def smooth_targets(labels, vocab_size, smoothing, pad):
    hot = F.one_hot(labels, vocab_size).double()
    words = torch.ones(vocab_size).double()
    words[pad] = 0
    soft = hot * (1 - smoothing) + (1 - hot) * words * smoothing / (vocab_size - 2)
    return soft * (labels != pad).unsqueeze(-1)


def loss(logits, labels, pad):
    probabilities = torch.softmax(logits, dim=-1)
    total = F.cross_entropy(probabilities.flatten(0, 1), labels.flatten(), ignore_index=pad, reduction="sum")
    return total / (labels != pad).sum().clamp(min=1)


def smoothed_loss(logits, labels, pad, smoothing):
    soft = smooth_targets(labels, logits.size(-1), smoothing, pad).to(logits.dtype)
    return -(soft * F.log_softmax(logits, -1)).sum() / max((labels != pad).sum().item(), 1)


def accuracy(logits, labels, pad):
    real = labels != pad
    if not real.any():
        return 0.0
    return (logits.argmax(-1)[real] == labels[real]).double().mean().item()
