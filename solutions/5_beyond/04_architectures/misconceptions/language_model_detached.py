"""The language model's embeddings are cut off from the gradient.

The logits are right, but the embeddings would never learn. Use no detach(), no_grad() or torch.tensor(…) of
computed values.
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
