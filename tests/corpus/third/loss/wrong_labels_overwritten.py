# wrong: loss writes -100 over the padding in the caller's labels, so the tensor is changed after the call (and later calls with it find no padding).
import torch
import torch.nn.functional as F


def cross_entropy(p, q):
    return -torch.xlogy(p, q).sum(dim=-1)


def token_losses(logits, labels):
    log_probs = torch.log_softmax(logits, dim=-1)
    return -torch.gather(log_probs, -1, labels[..., None])[..., 0]


def smooth_targets(labels, vocab_size, smoothing, pad):
    right = F.one_hot(labels, vocab_size).to(torch.float32)
    targets = (1 - smoothing) * right + smoothing / (vocab_size - 2) * (1 - right)
    targets[..., pad] = 0
    targets[labels == pad] = 0
    return targets


def loss(logits, labels, pad):
    if (labels == pad).all():
        return 0 * logits.mean()
    labels[labels == pad] = -100  # what torch ignores
    return F.cross_entropy(logits.view(-1, logits.size(-1)), labels.view(-1))


def smoothed_loss(logits, labels, pad, smoothing):
    if (labels == pad).all():
        return 0 * logits.mean()
    targets = smooth_targets(labels, logits.size(-1), smoothing, pad).to(logits.dtype)
    return -(targets * torch.log_softmax(logits, dim=-1)).sum() / (labels != pad).sum()


def accuracy(logits, labels, pad):
    words = labels[labels != pad]
    guesses = logits.argmax(-1)[labels != pad]
    return (guesses == words).sum().item() / len(words) if len(words) else 0.0
