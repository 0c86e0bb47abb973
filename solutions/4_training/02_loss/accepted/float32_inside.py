"""Everything in single precision; the logits are cast, so that gradients still flow."""

import torch


def cross_entropy(p, q):
    p, q = p.float(), q.float()
    return -torch.nan_to_num(p * q.log(), nan=0.0, neginf=-torch.inf).sum(-1)


def token_losses(logits, labels):
    log_q = logits.float().log_softmax(-1)
    return -torch.take_along_dim(log_q, labels.unsqueeze(-1), -1).squeeze(-1)


def smooth_targets(labels, vocab_size, smoothing, pad):
    p = torch.full((*labels.shape, vocab_size), smoothing / (vocab_size - 2), dtype=torch.float32)
    p = p.scatter(-1, labels.unsqueeze(-1), 1 - smoothing)
    p[..., pad] = 0
    return p.masked_fill(labels.eq(pad).unsqueeze(-1), 0)


def loss(logits, labels, pad):
    losses = torch.nn.functional.nll_loss(
        logits.float().log_softmax(-1).flatten(0, 1), labels.flatten(), ignore_index=pad, reduction="sum"
    )
    return losses / max(1, int(labels.ne(pad).sum()))


def smoothed_loss(logits, labels, pad, smoothing):
    p = smooth_targets(labels, logits.shape[-1], smoothing, pad)
    total = torch.einsum("btv,btv->", p, logits.float().log_softmax(-1))
    return -total / max(1, int(labels.ne(pad).sum()))


def accuracy(logits, labels, pad):
    real = labels.ne(pad)
    right = logits.float().topk(1).indices.squeeze(-1).eq(labels)
    return (right & real).sum() / real.sum().clamp(min=1)
