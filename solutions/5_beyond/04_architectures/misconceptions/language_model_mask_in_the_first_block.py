"""The look-ahead mask is used in the first block only: in the others the future is seen.

Every block needs it: a single one without it carries the future into the past.
"""

import torch
from solution import LanguageModel as Right


class LanguageModel(Right):
    def forward(self, ids):
        length = ids.shape[1]
        x = self.embed(ids)
        past = x.new_ones(length, length, dtype=torch.bool).tril()
        for number, block in enumerate(self.blocks):
            x = block(x, past if number == 0 else torch.ones_like(past))
        return self.head(x)
