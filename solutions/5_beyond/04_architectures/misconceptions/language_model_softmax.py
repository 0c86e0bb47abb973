"""The language model returns probabilities or their logarithms, not logits.

The softmax belongs to the loss, or to decoding. Return what the head gives.
"""

import torch
from solution import LanguageModel as Right


class LanguageModel(Right):
    def forward(self, ids):
        length = ids.shape[1]
        x = self.embed(ids)
        past = x.new_ones(length, length, dtype=torch.bool).tril()
        for block in self.blocks:
            x = block(x, past)
        return torch.softmax(self.head(x), dim=-1)
