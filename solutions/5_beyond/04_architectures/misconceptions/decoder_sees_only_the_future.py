"""In the translator the target's tokens see the tokens after them, not those before: the wrong triangle.

Keep key j for query i if j ≤ i, the lower triangle: tril.
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
        past = x.new_ones(length, length, dtype=torch.bool).triu()
        for block in self.decoder_blocks:
            x = block(x, past, memory, seen)
        return self.head(x)
