"""Encoder keeps its blocks in a Python list, where torch does not find them.

Their weights are not parameters of the encoder: never trained, never saved, never moved to another
device. Use nn.ModuleList.
"""

from solution import Encoder as Right
from solution import EncoderBlock
from torch import nn


class Encoder(Right):
    def __init__(self, d_model, heads, d_ff, n_blocks):
        nn.Module.__init__(self)
        self.blocks = [EncoderBlock(d_model, heads, d_ff) for _ in range(n_blocks)]
