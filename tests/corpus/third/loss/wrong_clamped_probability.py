# wrong: cross_entropy clamps q to at least 1e-12 before the log, so a word with p > 0 and q = 0 costs 27.6 times p instead of infinity (and q under 1e-12 is changed).
import torch


def cross_entropy(p, q):
    safe_q = q.clamp(min=1e-12)  # log(0) must not happen
    return -torch.einsum("...v,...v->...", p, safe_q.log())


class Targets:
    def __init__(self, vocab_size, pad):
        self.vocab_size, self.pad = vocab_size, pad

    def soft(self, labels, smoothing, dtype):
        out = torch.full((*labels.shape, self.vocab_size), smoothing / (self.vocab_size - 2), dtype=dtype)
        out.scatter_(-1, labels.unsqueeze(-1), 1 - smoothing)
        out[..., self.pad] = 0
        out[labels == self.pad] = 0
        return out


def token_losses(logits, labels):
    return -torch.log_softmax(logits, -1).gather(-1, labels.unsqueeze(-1))[..., 0]


def smooth_targets(labels, vocab_size, smoothing, pad):
    return Targets(vocab_size, pad).soft(labels, smoothing, torch.get_default_dtype())


def loss(logits, labels, pad):
    return smoothed_loss(logits, labels, pad, 0.0)


def smoothed_loss(logits, labels, pad, smoothing):
    soft = Targets(logits.shape[-1], pad).soft(labels, smoothing, logits.dtype)
    total = -torch.einsum("btv,btv->", soft, torch.log_softmax(logits, -1))
    return total / max(int((labels != pad).sum()), 1)


def accuracy(logits, labels, pad):
    pairs = [(z, y) for z, y in zip(logits.argmax(-1).flatten().tolist(), labels.flatten().tolist()) if y != pad]
    return sum(z == y for z, y in pairs) / len(pairs) if pairs else 0.0
