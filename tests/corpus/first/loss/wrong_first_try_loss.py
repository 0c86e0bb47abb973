# wrong: loss takes log(softmax) (inf for a hopeless word), and NaN if all is padding; accuracy divides by all positions
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
    z = logits.detach().numpy().astype(np.float64)
    y = labels.numpy().astype(np.int64)
    z = z - z.max(axis=-1, keepdims=True)
    right = np.take_along_axis(z, y[..., None], axis=-1)[..., 0]
    return np.log(np.exp(z).sum(-1)) - right


def smooth_targets(labels, vocab_size, smoothing, pad):
    ids = np.asarray(labels)[..., None]
    vocab = np.arange(vocab_size)
    others = max(vocab_size - 2, 1)
    soft = np.where(vocab == ids, 1 - smoothing, smoothing / others)
    return torch.from_numpy(soft * (vocab != pad) * (ids != pad))


def loss(logits, labels, pad):
    q = torch.softmax(logits, dim=2)
    picked = q.gather(2, labels.long().unsqueeze(2)).squeeze(2)
    losses = -torch.log(picked)
    return losses[labels != pad].mean()


def smoothed_loss(logits, labels, pad, smoothing):
    soft = smooth_targets(labels, logits.shape[-1], smoothing, pad).to(logits)
    used = soft > 0
    total = -torch.dot(soft[used], F.log_softmax(logits, dim=-1)[used])
    return total / max(int((labels != pad).sum()), 1)


def accuracy(logits, labels, pad):
    guess = logits.detach().numpy().argmax(-1)
    gold = labels.numpy()
    return float(np.mean((guess == gold) & (gold != pad)))
