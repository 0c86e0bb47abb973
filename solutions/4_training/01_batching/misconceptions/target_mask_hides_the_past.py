"""The target mask hides the past and keeps the future: the wrong triangle.

A query sees itself and what comes before it: keep key j for query i if j ≤ i, the lower triangle, tril.
"""

import torch


def target_mask(decoder_input, pad):
    length = decoder_input.shape[1]
    return torch.ones(length, length, dtype=torch.bool).triu() & (decoder_input != pad)[:, None, :]
