# wrong: the log-probabilities are log(softmax(z)), so a right word some 110 (float32) or 750 (float64) below the best costs infinity.
import torch


def cross_entropy(p, q):
    log_q = torch.log(q)
    return -torch.where(p == 0, torch.zeros_like(p), p * log_q).sum(-1)


def token_losses(logits, labels):
    q = torch.softmax(logits, dim=-1)
    right = q.gather(-1, labels[..., None]).squeeze(-1)
    return -torch.log(right)


def smooth_targets(labels, vocab_size, smoothing, pad):
    out = torch.zeros(*labels.shape, vocab_size)
    out += smoothing / (vocab_size - 2)
    out.scatter_(-1, labels[..., None], 1.0 - smoothing)
    out[..., pad] = 0.0
    return out * (labels != pad)[..., None]


def loss(logits, labels, pad):
    real = labels != pad
    if real.sum() == 0:
        return (logits * 0).sum()
    return token_losses(logits, labels)[real].mean()


def smoothed_loss(logits, labels, pad, smoothing):
    real = labels != pad
    if real.sum() == 0:
        return (logits * 0).sum()
    p = smooth_targets(labels, logits.size(-1), smoothing, pad).to(logits)
    return cross_entropy(p[real], torch.softmax(logits[real], dim=-1)).mean()


def accuracy(logits, labels, pad):
    real = labels != pad
    if real.sum() == 0:
        return 0.0
    return (logits[real].argmax(-1) == labels[real]).float().mean().item()
