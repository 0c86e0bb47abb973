"""The target mask hides only the future: padded positions still see padding.

Combine the look-ahead mask (query, key) with the padding mask (batch, 1, key), with &.
"""

import torch


def target_mask(decoder_input, pad):
    batch, length = decoder_input.shape
    return torch.ones(batch, length, length, dtype=torch.bool).tril()
