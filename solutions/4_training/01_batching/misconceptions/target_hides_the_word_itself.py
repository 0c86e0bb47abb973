"""The target mask hides the diagonal: no position sees the token that it reads itself.

The input is shifted already, so the token at position i is known, and the one to predict is the next. Keep j ≤ i, not
j < i; otherwise the first query has nothing to attend to.
"""

import torch


def target_mask(decoder_input, pad):
    length = decoder_input.shape[1]
    return torch.ones(length, length, dtype=torch.bool).tril(-1) & (decoder_input != pad)[:, None, :]
