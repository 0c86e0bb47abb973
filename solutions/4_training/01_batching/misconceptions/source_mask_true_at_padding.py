"""The source mask is True at the padding, and False at the words.

Here True means keep. The padding masks of torch.nn are the other way round: invert them (~) where you call the
library.
"""


def source_mask(source, pad):
    return source == pad
