"""The target mask keeps a key that is in the past or is real: the two masks are combined with "or".

A key is kept only if both masks keep it. Combine boolean masks in which True means keep with &.
"""

import torch


def target_mask(decoder_input, pad):
    length = decoder_input.shape[1]
    return torch.ones(length, length, dtype=torch.bool).tril() | (decoder_input != pad)[:, None, :]
