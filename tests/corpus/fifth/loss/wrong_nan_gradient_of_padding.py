# wrong: loss divides 0 by 0 and takes 0 by torch.where for a batch of padding; the value is 0, the gradient NaN.
import torch


def cross_entropy(p, q):
    terms = torch.where(p == 0, 0.0, p * torch.log(q))
    return -terms.sum(dim=-1)


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
    losses = token_losses(logits, labels) * real
    mean = losses.sum() / real.sum()
    return torch.where(real.any(), mean, torch.zeros_like(mean))


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
