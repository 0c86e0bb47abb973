import torch
from solution import Classifier as Right


class Classifier(Right):
    def forward(self, ids):
        real = ids != self.pad
        seen = real[:, None, :]
        x = self.embed(ids)
        for block in self.blocks:
            x = block(x, seen)
        total = (x * real[:, :, None]).sum(dim=1)
        mean = total / real.sum(dim=1, keepdim=True)
        return torch.log_softmax(self.head(mean), dim=-1)
