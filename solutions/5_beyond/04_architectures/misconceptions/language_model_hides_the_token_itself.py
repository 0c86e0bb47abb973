"""The language model's tokens do not see themselves.

The token at a position is known; the one to predict is the next. Keep the diagonal of the mask.
"""

import torch
from solution import LanguageModel as Right


class LanguageModel(Right):
    def forward(self, ids):
        length = ids.shape[1]
        x = self.embed(ids)
        past = x.new_ones(length, length, dtype=torch.bool).tril(-1)
        for block in self.blocks:
            x = block(x, past)
        return self.head(x)
