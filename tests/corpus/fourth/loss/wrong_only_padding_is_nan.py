# wrong: a batch that is nothing but padding gives NaN
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
    return F.cross_entropy(logits.transpose(1, 2), labels, ignore_index=pad)


def smoothed_loss(logits, labels, pad, smoothing):
    soft = smooth_targets(labels, logits.size(-1), smoothing, pad).to(logits.dtype)
    return -(soft * F.log_softmax(logits, -1)).sum() / max((labels != pad).sum().item(), 1)


def accuracy(logits, labels, pad):
    real = labels != pad
    return (logits.argmax(-1) == labels)[real].float().mean().item()
