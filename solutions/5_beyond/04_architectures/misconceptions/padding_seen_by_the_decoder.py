"""The source's padding is hidden in the encoder, but seen by the decoder.

The encoder returns vectors at the padded positions, too. Cross-attention needs the same mask: pass it with the
memory.
"""

import torch
from solution import Translator as Right


class Translator(Right):
    def forward(self, source, target):
        seen = (source != self.pad)[:, None, :]
        memory = self.embed(source)
        for block in self.encoder_blocks:
            memory = block(memory, seen)
        length = target.shape[1]
        x = self.embed(target)
        past = x.new_ones(length, length, dtype=torch.bool).tril()
        for block in self.decoder_blocks:
            x = block(x, past, memory, torch.ones_like(seen))
        return self.head(x)
