"""Only the last position gets logits.

That is enough to generate the next token, but in training every position has a next token to predict, all at once. Give
the head all positions.
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
        return self.head(x[:, -1])
