"""accuracy counts padding as tokens, and as right where the model predicts padding.

Use only the positions with labels != pad, in the numerator and in the denominator.
"""


def accuracy(logits, labels, pad):
    return (logits.argmax(dim=-1) == labels).double().mean()
