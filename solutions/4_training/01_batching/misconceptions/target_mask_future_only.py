"""The target mask hides the future only: padded positions still look at padding.

Combine the look-ahead mask (query, key) with the padding mask (batch, 1, key) by &.
"""

import torch


def target_mask(decoder_input, pad):
    batch, length = decoder_input.shape
    return torch.ones(batch, length, length, dtype=torch.bool).tril()
