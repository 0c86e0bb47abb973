"""The target mask is True where a key is hidden, and False where it is kept.

Here True means keep. attn_mask of nn.MultiheadAttention is the other way round: invert the mask (~) in that call.
"""

import torch


def target_mask(decoder_input, pad):
    length = decoder_input.shape[1]
    return torch.ones(length, length, dtype=torch.bool).triu(1) | (decoder_input == pad)[:, None, :]
