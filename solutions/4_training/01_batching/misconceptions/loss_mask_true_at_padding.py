"""The loss mask is True at the padding, and False at the words.

Here True means keep: a position counts where its label is not the padding, labels != pad.
"""


def loss_mask(labels, pad):
    return labels == pad
