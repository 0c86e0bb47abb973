"""The decoder reads the output of the first encoder block, not of the last.

Run the source through all encoder blocks, and pass the last output to every decoder block.
"""

import torch
from solution import Translator as Right


class Translator(Right):
    def forward(self, source, target):
        seen = (source != self.pad)[:, None, :]
        memory = self.embed(source)
        memory = self.encoder_blocks[0](memory, seen)
        length = target.shape[1]
        x = self.embed(target)
        past = x.new_ones(length, length, dtype=torch.bool).tril()
        for block in self.decoder_blocks:
            x = block(x, past, memory, seen)
        return self.head(x)
