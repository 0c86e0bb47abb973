"""Decoder contains the same block n_blocks times.

[block] * n repeats the same object, so all share one set of weights. Make a new DecoderBlock in every
iteration of a comprehension.
"""

from solution import Decoder as Right
from solution import DecoderBlock
from torch import nn


class Decoder(Right):
    def __init__(self, d_model, heads, d_ff, n_blocks):
        nn.Module.__init__(self)
        self.blocks = nn.ModuleList([DecoderBlock(d_model, heads, d_ff)] * n_blocks)
