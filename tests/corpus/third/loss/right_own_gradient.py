# right: both losses go through one torch.autograd.Function whose backward pass is the formula (q - p) / N of the statement.
import torch


class MeanCrossEntropy(torch.autograd.Function):
    @staticmethod
    def forward(ctx, logits, targets, real):
        count = int(real.sum())
        log_q = torch.log_softmax(logits, dim=-1)
        ctx.save_for_backward(log_q, targets, real)
        ctx.count = count
        if count == 0:
            return logits.new_zeros(())
        per_position = -(targets * log_q).sum(dim=-1)
        return per_position[real].sum() / count

    @staticmethod
    def backward(ctx, grad):
        log_q, targets, real = ctx.saved_tensors
        if ctx.count == 0:
            return torch.zeros_like(log_q), None, None
        difference = (log_q.exp() - targets) / ctx.count
        return grad * difference * real.unsqueeze(-1).to(difference.dtype), None, None


def _targets(labels, vocab_size, smoothing, pad, dtype):
    size = (*labels.shape, vocab_size)
    soft = torch.full(size, smoothing / (vocab_size - 2), dtype=dtype)
    soft.scatter_(-1, labels.long().unsqueeze(-1), 1.0 - smoothing)
    ids = torch.arange(vocab_size)
    nothing = (ids == pad) | (labels == pad).unsqueeze(-1)
    return soft.masked_fill(nothing, 0.0)


def cross_entropy(p, q):
    safe = torch.where(p > 0, q, torch.ones_like(q))
    return (p * -safe.log()).sum(-1)


def token_losses(logits, labels):
    log_q = torch.log_softmax(logits, dim=-1)
    return -torch.take_along_dim(log_q, labels.long()[..., None], dim=-1)[..., 0]


def smooth_targets(labels, vocab_size, smoothing, pad):
    return _targets(labels, vocab_size, smoothing, pad, torch.float64)


def loss(logits, labels, pad):
    return smoothed_loss(logits, labels, pad, 0.0)


def smoothed_loss(logits, labels, pad, smoothing):
    targets = _targets(labels, logits.shape[-1], smoothing, pad, logits.dtype)
    return MeanCrossEntropy.apply(logits, targets, labels != pad)


def accuracy(logits, labels, pad):
    real = labels != pad
    hits = torch.eq(logits.argmax(dim=-1), labels) & real
    return hits.sum().item() / max(real.sum().item(), 1)
