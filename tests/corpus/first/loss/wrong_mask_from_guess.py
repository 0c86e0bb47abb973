# wrong: accuracy leaves out positions where the model predicts PAD, not where the label is PAD; model predicting PAD wrongly
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
    right = one_hot(labels, vocab_size)
    padding = one_hot(torch.tensor(pad), vocab_size)
    share = smoothing / (vocab_size - 2) if smoothing else 0.0
    soft = (1 - smoothing) * right + share * (1 - right) * (1 - padding)
    return torch.einsum("...v,...->...v", soft, (labels != pad).to(soft.dtype))


def loss(logits, labels, pad):
    return smoothed_loss(logits, labels, pad, 0.0)


def smoothed_loss(logits, labels, pad, smoothing):
    soft = smooth_targets(labels, logits.shape[-1], smoothing, pad).to(logits.dtype)
    weight = (labels != pad).to(logits.dtype)
    count = max(weight.sum().item(), 1)
    return torch.einsum("bt,bt->", Scores(logits).surprise(soft), weight / count)


def accuracy(logits, labels, pad):
    best = logits.argmax(dim=-1)
    counted = best != pad
    if counted.sum() == 0:
        return 0.0
    hits = (best == labels) & counted
    return (hits.sum() / counted.sum()).item()
