"""Encoder contains the same block n_blocks times.

[block] * n repeats the same object, so all share one set of weights. Make a new EncoderBlock in every
iteration of a comprehension.
"""

from solution import Encoder as Right
from solution import EncoderBlock
from torch import nn


class Encoder(Right):
    def __init__(self, d_model, heads, d_ff, n_blocks):
        nn.Module.__init__(self)
        self.blocks = nn.ModuleList([EncoderBlock(d_model, heads, d_ff)] * n_blocks)
