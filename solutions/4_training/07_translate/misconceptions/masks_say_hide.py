"""The masks of `masks` are turned over: True where something must be hidden.

Here True means keep. Only where a mask is handed to the library's blocks is it turned over, with ~.
"""

import torch
from provided import PAD


def masks(source, decoder_input):
    length = decoder_input.shape[1]
    return source == PAD, torch.ones(length, length, dtype=torch.bool, device=decoder_input.device).triu(1)
