# wrong: token_losses clips the logits to ±1000 against overflow; shows for larger ones.
import torch


def cross_entropy(p, q):
    terms = torch.where(p == 0, 0.0, p * torch.log(q))
    return -terms.sum(dim=-1)


def token_losses(logits, labels):
    log_q = torch.log_softmax(logits.clamp(-1000, 1000), dim=-1)
    return -log_q.gather(-1, labels[..., None])[..., 0]


def smooth_targets(labels, vocab_size, smoothing, pad):
    word = labels.new_tensor(range(vocab_size))
    right = labels[..., None] == word
    others = vocab_size - 2
    p = torch.where(right, 1 - smoothing, smoothing / others)
    real = (labels[..., None] != pad) & (word != pad)
    return torch.where(real, p, 0.0)


def loss(logits, labels, pad):
    real = labels != pad
    logits, labels = (logits[real], labels[real])
    log_q = logits - torch.logsumexp(logits, dim=-1, keepdim=True)
    right = log_q.gather(-1, labels[:, None])
    return -right.sum() / max(1, len(labels))


def smoothed_loss(logits, labels, pad, smoothing):
    real = labels != pad
    logits, labels = (logits[real], labels[real])
    log_q = logits - torch.logsumexp(logits, dim=-1, keepdim=True)
    right = log_q.gather(-1, labels[:, None])[:, 0]
    others = log_q.sum(dim=-1) - right - log_q[:, pad]
    losses = -(1 - smoothing) * right - smoothing / (log_q.shape[-1] - 2) * others
    return losses.sum() / max(1, len(losses))


def accuracy(logits, labels, pad):
    real = labels != pad
    right = (logits.argmax(dim=-1) == labels) & real
    return right.sum().item() / max(1, real.sum().item())
