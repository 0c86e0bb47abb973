"""token_losses reshapes the logits to bring the vocabulary to axis 1: the numbers of different positions are mixed.

torch's cross_entropy wants the vocabulary as axis 1. Move it there with transpose(1, 2), or flatten batch and position
into one axis. view and reshape do not swap axes.
"""

from torch.nn import functional


def token_losses(logits, labels):
    if logits.ndim < 3:
        return functional.cross_entropy(logits, labels, reduction="none")
    batch, position, vocab_size = logits.shape
    return functional.cross_entropy(logits.reshape(batch, vocab_size, position), labels, reduction="none")
