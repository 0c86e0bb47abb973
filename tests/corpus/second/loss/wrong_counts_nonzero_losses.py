# wrong: loss takes N as the number of losses that are not 0; a real token whose loss is exactly 0 (sure and right) is not counted
import numpy as np
import torch


class LogQ:
    def __init__(self, logits):
        shifted = logits - logits.detach().amax(-1, keepdim=True)
        self.values = shifted - shifted.logsumexp(-1, keepdim=True)

    def against(self, p):
        return torch.einsum("...v,...v->...", p.to(self.values.dtype), -self.values)


def cross_entropy(p, q):
    p, q = p.detach().numpy(), q.detach().numpy()
    log_q = np.full(q.shape, -np.inf, dtype=q.dtype)
    np.log(q, out=log_q, where=q > 0)
    product = np.zeros_like(p)
    np.multiply(p, log_q, out=product, where=p > 0)
    return torch.as_tensor(-product.sum(axis=-1))


def one_hot(labels, vocab_size):
    return labels[..., None] == torch.arange(vocab_size)


def token_losses(logits, labels):
    return LogQ(logits).against(one_hot(labels, logits.shape[-1]))


def smooth_targets(labels, vocab_size, smoothing, pad):
    y = labels.numpy()
    columns = np.arange(vocab_size)
    rows = np.where(columns == y[..., None], 1 - smoothing, smoothing / (vocab_size - 2))
    rows = np.where((columns == pad) | (y[..., None] == pad), 0.0, rows)
    return torch.from_numpy(rows)


def _mean(losses, labels, pad):
    masked = losses.masked_fill(labels == pad, 0.0)
    n = torch.count_nonzero(masked)
    return masked.sum() / torch.clamp(n, 1)


def loss(logits, labels, pad):
    return _mean(token_losses(logits, labels), labels, pad)


def smoothed_loss(logits, labels, pad, smoothing):
    targets = smooth_targets(labels, logits.shape[-1], smoothing, pad)
    return _mean(LogQ(logits).against(targets), labels, pad)


def accuracy(logits, labels, pad):
    z, y = logits.detach().numpy(), labels.numpy()
    chosen = z[y != pad].argmax(axis=-1)
    wanted = y[y != pad]
    return float(np.mean(chosen == wanted)) if wanted.size else 0.0
