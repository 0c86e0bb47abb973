"""The language model's embeddings are cut off from the gradient.

The logits are right, but the embeddings would never learn. Leave out detach(), no_grad() and a new torch.tensor(…)
of computed numbers.
"""

import torch
from solution import LanguageModel as Right


class LanguageModel(Right):
    def forward(self, ids):
        length = ids.shape[1]
        x = self.embed(ids).detach()
        past = x.new_ones(length, length, dtype=torch.bool).tril()
        for block in self.blocks:
            x = block(x, past)
        return self.head(x)
