# wrong: loss averages each sentence first and then the sentences, so a word of a short sentence weighs more; equal only if all sentences are equally long.
import torch


def cross_entropy(p, q):
    out = torch.zeros_like(p)
    some = p > 0
    out[some] = -p[some] * q[some].log()
    return out.sum(dim=-1)


def token_losses(logits, labels):
    right = torch.gather(logits, -1, labels.unsqueeze(-1)).squeeze(-1)
    m = logits.max(-1, keepdim=True).values
    return (logits - m).exp().sum(-1).log() - (right - m.squeeze(-1))


def smooth_targets(labels, vocab_size, smoothing, pad):
    p = torch.full(labels.shape + (vocab_size,), smoothing / (vocab_size - 2))
    p = p.scatter(-1, labels.unsqueeze(-1), 1 - smoothing)
    p[..., pad] = 0
    p[labels == pad] = 0
    return p


def loss(logits, labels, pad):
    sentence_losses = []
    for z, y in zip(logits, labels):
        keep = y != pad
        if keep.any():
            sentence_losses.append(token_losses(z[keep], y[keep]).mean())
    if len(sentence_losses) == 0:
        return (logits * 0.0).sum()
    return torch.stack(sentence_losses).mean()


def smoothed_loss(logits, labels, pad, smoothing):
    p = smooth_targets(labels, logits.size(-1), smoothing, pad).to(logits.dtype)
    m = logits.max(-1, keepdim=True).values
    log_q = logits - m - (logits - m).exp().sum(-1, keepdim=True).log()
    n = int((labels != pad).sum())
    return -(p * log_q).sum() / max(n, 1)


def accuracy(logits, labels, pad):
    keep = labels != pad
    n = int(keep.sum())
    if n == 0:
        return 0.0
    return int((logits.argmax(-1)[keep] == labels[keep]).sum()) / n
