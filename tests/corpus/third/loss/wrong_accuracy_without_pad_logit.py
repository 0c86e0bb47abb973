# wrong: accuracy takes the largest logit among the words only (pad set to -inf), so a real token at which the model predicts padding may count as right.
import torch


def _log_softmax(z):
    z = z - z.amax(dim=-1, keepdim=True)
    return z - z.exp().sum(dim=-1, keepdim=True).log()


def cross_entropy(p, q):
    terms = p * q.log()
    terms = terms.masked_fill(p == 0, 0.0)
    return -terms.sum(dim=-1)


def token_losses(logits, labels):
    return -_log_softmax(logits).gather(-1, labels.unsqueeze(-1)).squeeze(-1)


def smooth_targets(labels, vocab_size, smoothing, pad):
    ids = torch.arange(vocab_size)
    right = ids == labels.unsqueeze(-1)
    soft = torch.where(right, 1.0 - smoothing, smoothing / (vocab_size - 2))
    nothing = (ids == pad) | (labels == pad).unsqueeze(-1)
    return torch.where(nothing, 0.0, soft)


def _mean(values, real):
    return values[real].sum() / max(int(real.sum()), 1)


def loss(logits, labels, pad):
    return _mean(token_losses(logits, labels), labels != pad)


def smoothed_loss(logits, labels, pad, smoothing):
    p = smooth_targets(labels, logits.shape[-1], smoothing, pad).to(logits.dtype)
    return _mean(-(p * _log_softmax(logits)).sum(-1), labels != pad)


def accuracy(logits, labels, pad):
    scores = logits.detach().clone()
    scores[..., pad] = float("-inf")  # padding is not a word
    real = labels != pad
    if not real.any():
        return 0.0
    return (scores.argmax(-1) == labels)[real].double().mean().item()
