"""The loss mask assumes that the padding has the id 0.

The id of the padding is the argument pad, and 0 may be a word that has to be learned: labels != pad.
"""


def loss_mask(labels, pad):
    return labels != 0
