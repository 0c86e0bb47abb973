# wrong: cross_entropy raises a q between 0 and 0.000001 to 0.000001, and leaves 0 as it is; shows for a very unlikely word.
import torch


def cross_entropy(p, q):
    q = torch.where(q == 0, q, q.clamp(min=1e-6))
    return -torch.where(p == 0, 0.0, p * torch.log(q)).sum(dim=-1)


def token_losses(logits, labels):
    right = logits.gather(-1, labels[..., None])[..., 0]
    return torch.logsumexp(logits, dim=-1) - right


def smooth_targets(labels, vocab_size, smoothing, pad):
    word = labels.new_tensor(range(vocab_size))
    right = labels[..., None] == word
    others = vocab_size - 2
    p = torch.where(right, 1 - smoothing, smoothing / others)
    real = (labels[..., None] != pad) & (word != pad)
    return torch.where(real, p, 0.0)


def loss(logits, labels, pad):
    real = labels != pad
    logits, labels = (logits[real], labels[real])
    log_q = logits - torch.logsumexp(logits, dim=-1, keepdim=True)
    right = log_q.gather(-1, labels[:, None])
    return -right.sum() / max(1, len(labels))


def smoothed_loss(logits, labels, pad, smoothing):
    real = labels != pad
    logits, labels = (logits[real], labels[real])
    log_q = logits - torch.logsumexp(logits, dim=-1, keepdim=True)
    right = log_q.gather(-1, labels[:, None])[:, 0]
    others = log_q.sum(dim=-1) - right - log_q[:, pad]
    losses = -(1 - smoothing) * right - smoothing / (log_q.shape[-1] - 2) * others
    return losses.sum() / max(1, len(losses))


def accuracy(logits, labels, pad):
    real = labels != pad
    right = (logits.argmax(dim=-1) == labels) & real
    return right.sum().item() / max(1, real.sum().item())
