"""The translator returns probabilities or their logarithms, not logits.

The softmax belongs to the loss, or to decoding. Return what the head gives.
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
            x = block(x, past, memory, seen)
        return torch.softmax(self.head(x), dim=-1)
