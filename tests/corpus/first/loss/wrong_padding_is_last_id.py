# wrong: smooth_targets takes the padding for the last id of the vocabulary when it leaves out its column; pad elsewhere, smoothing > 0
import torch


def one_hot(labels, vocab_size, dtype=torch.float32):
    return (labels.unsqueeze(-1) == torch.arange(vocab_size)).to(dtype)


class Scores:
    def __init__(self, logits):
        shifted = logits - logits.detach().amax(dim=-1, keepdim=True)
        self.log_probs = shifted - shifted.exp().sum(dim=-1, keepdim=True).log()

    def surprise(self, wanted):
        log_probs = torch.where(wanted > 0, self.log_probs, torch.zeros_like(self.log_probs))
        return -torch.einsum("...v,...v->...", wanted, log_probs)


def cross_entropy(p, q):
    log_q = torch.log(torch.where(p > 0, q, torch.ones_like(q)))
    return -torch.einsum("...v,...v->...", p, log_q) if torch.isfinite(log_q).all() else -(p * log_q).sum(-1)


def token_losses(logits, labels):
    return Scores(logits).surprise(one_hot(labels, logits.shape[-1], logits.dtype))


def smooth_targets(labels, vocab_size, smoothing, pad):
    real = (labels != pad).unsqueeze(-1).float()
    right = one_hot(labels, vocab_size)
    soft = torch.full(right.shape, smoothing / max(vocab_size - 2, 1))
    soft[..., -1] = 0
    return real * torch.where(right > 0, torch.tensor(1.0 - smoothing), soft)


def loss(logits, labels, pad):
    return smoothed_loss(logits, labels, pad, 0.0)


def smoothed_loss(logits, labels, pad, smoothing):
    soft = smooth_targets(labels, logits.shape[-1], smoothing, pad).to(logits.dtype)
    weight = (labels != pad).to(logits.dtype)
    count = max(weight.sum().item(), 1)
    return torch.einsum("bt,bt->", Scores(logits).surprise(soft), weight / count)


def accuracy(logits, labels, pad):
    real = (labels != pad).flatten()
    best = logits.flatten(0, -2).max(dim=-1).indices
    hits = int(((best == labels.flatten()) * real).sum())
    return hits / max(int(real.sum()), 1)
