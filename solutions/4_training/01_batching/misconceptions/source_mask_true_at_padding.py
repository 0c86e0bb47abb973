"""The source mask is True at the padding, and False at the words.

Here True means keep. The padding masks of torch.nn are the other way round: turn them over (~) where you call the
library.
"""


def source_mask(source, pad):
    return (source == pad)[:, None, :]
