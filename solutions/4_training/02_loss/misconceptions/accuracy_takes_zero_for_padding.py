"""accuracy takes 0 for the padding, whatever pad is: the word with the id 0 is left out, and padding counts.

Padding is the id that the call names: labels != pad.
"""


def accuracy(logits, labels, pad):
    real = labels != 0
    right = (logits.argmax(dim=-1) == labels) & real
    return right.sum().item() / max(1, real.sum().item())
