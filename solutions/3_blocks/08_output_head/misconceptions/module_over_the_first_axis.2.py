import torch
from solution import OutputHead as Right


class OutputHead(Right):
    def forward(self, x):
        logits = self.linear(x)
        return torch.log_softmax(logits, dim=0 if logits.dim() == 3 else -1)  # as torch does if no axis is named
