# wrong: token_losses subtracts the maximum in place, and detach() shares memory: the caller's logits are changed; row maximum not 0
import numpy as np
import torch
from torch.nn import functional as F


def cross_entropy(p, q):
    p = p.detach().numpy()
    q = q.detach().numpy()
    with np.errstate(divide="ignore", invalid="ignore"):
        terms = np.where(p == 0, 0.0, p * np.log(q))
    return -terms.sum(-1)


def token_losses(logits, labels):
    z = logits.detach()
    z -= z.amax(dim=-1, keepdim=True)
    log_q = z - z.exp().sum(dim=-1, keepdim=True).log()
    return -log_q.gather(-1, labels.long()[..., None])[..., 0]


def smooth_targets(labels, vocab_size, smoothing, pad):
    ids = np.asarray(labels)[..., None]
    vocab = np.arange(vocab_size)
    others = max(vocab_size - 2, 1)
    soft = np.where(vocab == ids, 1 - smoothing, smoothing / others)
    return torch.from_numpy(soft * (vocab != pad) * (ids != pad))


def loss(logits, labels, pad):
    total = F.cross_entropy(logits.transpose(1, 2), labels.long(), ignore_index=pad, reduction="sum")
    return total / max(int((labels != pad).sum()), 1)


def smoothed_loss(logits, labels, pad, smoothing):
    soft = smooth_targets(labels, logits.shape[-1], smoothing, pad).to(logits)
    used = soft > 0
    total = -torch.dot(soft[used], F.log_softmax(logits, dim=-1)[used])
    return total / max(int((labels != pad).sum()), 1)


def accuracy(logits, labels, pad):
    guess = logits.detach().numpy().argmax(-1)
    gold = labels.numpy()
    return float(((guess == gold) & (gold != pad)).sum() / max((gold != pad).sum(), 1))
