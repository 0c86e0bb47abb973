"""The source's padding is seen, in the encoder and by the decoder.

A source then gives other logits when it is batched with a longer one. Hide its padding in both.
"""

import torch
from solution import Translator as Right


class Translator(Right):
    def forward(self, source, target):
        seen = torch.ones(1, 1, 1, dtype=torch.bool)
        memory = self.embed(source)
        for block in self.encoder_blocks:
            memory = block(memory, seen)
        length = target.shape[1]
        x = self.embed(target)
        past = x.new_ones(length, length, dtype=torch.bool).tril()
        for block in self.decoder_blocks:
            x = block(x, past, memory, seen)
        return self.head(x)
