"""The loss mask is True only for ids above pad.

The padding can have any id, and every other id is real: labels != pad.
"""


def loss_mask(labels, pad):
    return labels > pad
