"""accuracy assumes that the padding has the id 0: the word with the id 0 is left out, and padding counts.

Padding is the id that is passed in: labels != pad.
"""


def accuracy(logits, labels, pad):
    real = labels != 0
    right = (logits.argmax(dim=-1) == labels) & real
    return right.sum().item() / max(1, real.sum().item())
