import torch
from solution import OutputHead as Right


class OutputHead(Right):
    def forward(self, x):
        return torch.log_softmax(self.linear(x), dim=1)
