"""The decoder reads the embedded source, not the encoder's output.

What the encoder blocks computed is lost. Run the source through all encoder blocks, and pass the last output to the
decoder.
"""

import torch
from solution import Translator as Right


class Translator(Right):
    def forward(self, source, target):
        seen = (source != self.pad)[:, None, :]
        memory = self.embed(source)
        for block in self.encoder_blocks:
            x = block(memory, seen)
        length = target.shape[1]
        x = self.embed(target)
        past = x.new_ones(length, length, dtype=torch.bool).tril()
        for block in self.decoder_blocks:
            x = block(x, past, memory, seen)
        return self.head(x)
