"""Decoder keeps its blocks in a Python list, where torch does not find them.

Their weights are not parameters of the decoder: never trained, never saved, never moved to another
device. Use nn.ModuleList.
"""

from solution import Decoder as Right
from solution import DecoderBlock
from torch import nn


class Decoder(Right):
    def __init__(self, d_model, heads, d_ff, n_blocks):
        nn.Module.__init__(self)
        self.blocks = [DecoderBlock(d_model, heads, d_ff) for _ in range(n_blocks)]
