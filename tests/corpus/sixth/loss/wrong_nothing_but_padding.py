# wrong: the losses divide by the number of real tokens without a guard; a batch of padding alone gives NaN.
import torch


def cross_entropy(p, q):
    return -torch.special.xlogy(p, q).sum(-1)


def token_losses(logits, labels):
    right = torch.take_along_dim(logits, labels[..., None].long(), dim=-1)[..., 0]
    return torch.logsumexp(logits, dim=-1) - right


def smooth_targets(labels, vocab_size, smoothing, pad):
    flat = labels.reshape(-1).long()
    rows = torch.zeros(len(flat), vocab_size, dtype=torch.get_default_dtype())
    for row, label in zip(rows, flat.tolist(), strict=True):
        if label == pad:
            continue
        row += smoothing / (vocab_size - 2)
        row[label] = 1 - smoothing
        row[pad] = 0
    return rows.reshape(*labels.shape, vocab_size)


def loss(logits, labels, pad):
    real = labels != pad
    return token_losses(logits[real], labels[real]).mean()


def smoothed_loss(logits, labels, pad, smoothing):
    real = labels != pad
    if real.sum() == 0:
        return (logits * 0).sum()
    chosen = logits[real]
    targets = smooth_targets(labels[real], logits.shape[-1], smoothing, pad).to(logits)
    log_probs = chosen - torch.logsumexp(chosen, dim=-1, keepdim=True)
    return -(targets * log_probs).sum() / len(chosen)


def accuracy(logits, labels, pad):
    hits, words = 0, 0
    for row, label in zip(logits.reshape(-1, logits.shape[-1]), labels.reshape(-1).tolist(), strict=True):
        if label != pad:
            words += 1
            hits += int(row.argmax()) == label
    return hits / words if words else 0.0
