# wrong: token_losses brings the vocabulary to axis 1 with reshape, which mixes the positions
import torch
import torch.nn.functional as F


def cross_entropy(p, q):
    log_q = torch.log(q)
    return -torch.where(p == 0, torch.zeros_like(p), p * log_q).sum(-1)


def token_losses(logits, labels):
    if logits.dim() < 3:
        return F.cross_entropy(logits, labels, reduction="none")
    batch, position, vocab = logits.shape
    return F.cross_entropy(logits.reshape(batch, vocab, position), labels, reduction="none")


def smooth_targets(labels, vocab_size, smoothing, pad):
    hot = F.one_hot(labels, vocab_size).double()
    words = torch.ones(vocab_size).double()
    words[pad] = 0
    soft = hot * (1 - smoothing) + (1 - hot) * words * smoothing / (vocab_size - 2)
    return soft * (labels != pad).unsqueeze(-1)


def loss(logits, labels, pad):
    total = F.cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=pad, reduction="sum")
    return total / max((labels != pad).sum().item(), 1)


def smoothed_loss(logits, labels, pad, smoothing):
    soft = smooth_targets(labels, logits.size(-1), smoothing, pad).to(logits.dtype)
    return -(soft * F.log_softmax(logits, -1)).sum() / max((labels != pad).sum().item(), 1)


def accuracy(logits, labels, pad):
    real = labels != pad
    if not real.any():
        return 0.0
    return (logits.argmax(-1)[real] == labels[real]).double().mean().item()
