# right: first selects the rows of the real tokens (boolean indexing), then works on a flat (N, vocab) table; numpy serves the functions without gradients.
import numpy as np
import torch


def cross_entropy(p, q):
    p, q = p.detach().cpu().numpy(), q.detach().cpu().numpy()
    terms = np.zeros_like(p)
    wanted = p > 0
    with np.errstate(divide="ignore"):
        terms[wanted] = p[wanted] * np.log(q[wanted])
    return torch.from_numpy(np.asarray(-terms.sum(axis=-1)))


def _log_q(logits):
    shifted = logits - logits.amax(dim=-1, keepdim=True).detach()
    return shifted - shifted.exp().sum(dim=-1, keepdim=True).log()


def token_losses(logits, labels):
    return -_log_q(logits).gather(-1, labels.long().unsqueeze(-1)).squeeze(-1)


def smooth_targets(labels, vocab_size, smoothing, pad):
    words = labels.cpu().numpy()
    share = smoothing / (vocab_size - 2)
    table = np.where(np.arange(vocab_size) == words[..., None], 1.0 - smoothing, share)
    table[..., pad] = 0.0
    table[words == pad] = 0.0
    return torch.from_numpy(table)


def _real_rows(logits, labels, pad):
    real = labels != pad
    return logits[real], labels[real]


def loss(logits, labels, pad):
    rows, words = _real_rows(logits, labels, pad)
    return token_losses(rows, words).sum() / max(len(words), 1)


def smoothed_loss(logits, labels, pad, smoothing):
    rows, words = _real_rows(logits, labels, pad)
    targets = smooth_targets(words, logits.shape[-1], smoothing, pad).to(rows.dtype)
    return -torch.einsum("nv,nv->", targets, _log_q(rows)) / max(len(words), 1)


def accuracy(logits, labels, pad):
    rows, words = _real_rows(logits, labels, pad)
    if len(words) == 0:
        return 0.0
    return float(np.mean(rows.detach().numpy().argmax(axis=-1) == words.numpy()))
