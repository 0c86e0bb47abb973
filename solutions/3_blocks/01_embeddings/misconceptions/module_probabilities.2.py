import torch
from solution import TiedEmbedding as Right


class TiedEmbedding(Right):
    def logits(self, hidden):
        return torch.log_softmax(hidden @ self.weight.T, dim=-1)
