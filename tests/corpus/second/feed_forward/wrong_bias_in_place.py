# wrong: merge_linear adds into the caller's b_2
import numpy as np
import torch
from torch import nn
from torch.nn import functional as F


def feed_forward(x, W_1, b_1, W_2, b_2):
    x, W_1, b_1, W_2, b_2 = (torch.tensor(a, dtype=torch.float64) for a in (x, W_1, b_1, W_2, b_2))
    return F.linear(F.relu(F.linear(x, W_1.T, b_1)), W_2.T, b_2)


def merge_linear(W_1, b_1, W_2, b_2):
    W = W_1 @ W_2
    b = b_2
    for k in range(len(b_1)):
        b += b_1[k] * W_2[k]
    return W, b


def parameter_count(d_model, d_ff):
    layers = [nn.Linear(d_model, d_ff, device="meta"), nn.Linear(d_ff, d_model, device="meta")]
    return sum(p.numel() for layer in layers for p in layer.parameters())


class FeedForward(nn.Module):
    def __init__(self, d_model: int, d_ff: int) -> None:
        super().__init__()
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)

    def forward(self, x):
        hidden = x @ self.linear_1.weight.T + self.linear_1.bias
        hidden = hidden.clamp(min=0)
        return hidden @ self.linear_2.weight.T + self.linear_2.bias
