"""The source's padding is hidden from the decoder, but seen in the encoder.

There, attention mixes it into the real tokens, which the decoder then reads. Both need the mask of the real tokens.
"""

import torch
from solution import Translator as Right


class Translator(Right):
    def forward(self, source, target):
        seen = (source != self.pad)[:, None, :]
        memory = self.embed(source)
        for block in self.encoder_blocks:
            memory = block(memory, torch.ones_like(seen))
        length = target.shape[1]
        x = self.embed(target)
        past = x.new_ones(length, length, dtype=torch.bool).tril()
        for block in self.decoder_blocks:
            x = block(x, past, memory, seen)
        return self.head(x)
