# wrong: loss and accuracy count the real labels of a row and take that many positions from the left, which is wrong where padding stands in front or in between.
import torch
import torch.nn.functional as F


def cross_entropy(p, q):
    result = torch.zeros(p.shape[:-1], dtype=p.dtype)
    for v in range(p.shape[-1]):
        pv, qv = p[..., v], q[..., v]
        result = result - torch.where(pv > 0, pv * torch.log(qv), torch.zeros_like(pv))
    return result


def token_losses(logits, labels):
    losses = F.cross_entropy(logits.reshape(-1, logits.shape[-1]), labels.reshape(-1), reduction="none")
    return losses.reshape(labels.shape)


def smooth_targets(labels, vocab_size, smoothing, pad):
    soft = torch.full((*labels.shape, vocab_size), smoothing / (vocab_size - 2))
    soft.scatter_(-1, labels.unsqueeze(-1), 1 - smoothing)
    soft[..., pad] = 0
    return soft * (labels != pad).unsqueeze(-1)


def _without_padding(logits, labels, pad):
    lengths = (labels != pad).sum(dim=1).tolist()
    z = torch.cat([logits[b, :n] for b, n in enumerate(lengths)])
    y = torch.cat([labels[b, :n] for b, n in enumerate(lengths)])
    return z, y


def loss(logits, labels, pad):
    z, y = _without_padding(logits, labels, pad)
    return F.cross_entropy(z, y, reduction="sum") / max(len(y), 1)


def smoothed_loss(logits, labels, pad, smoothing):
    soft = smooth_targets(labels, logits.shape[-1], smoothing, pad).to(logits.dtype)
    count = max(int((labels != pad).sum()), 1)
    return -(soft * F.log_softmax(logits, -1)).sum() / count


def accuracy(logits, labels, pad):
    z, y = _without_padding(logits, labels, pad)
    if len(y) == 0:
        return 0.0
    return (z.argmax(-1) == y).float().mean().item()
