import torch
from solution import LanguageModel as Right


class LanguageModel(Right):
    def forward(self, ids):
        length = ids.shape[1]
        x = self.embed(ids)
        past = x.new_ones(length, length, dtype=torch.bool).tril()
        for block in self.blocks:
            x = block(x, past)
        return torch.log_softmax(self.head(x), dim=-1)
