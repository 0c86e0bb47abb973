# wrong: FeedForward.forward takes the .data of the hidden layer: values right, no gradient to x and linear_1
import numpy as np
import torch
from torch import nn
from torch.nn import functional as F


def feed_forward(x, W_1, b_1, W_2, b_2):
    x, W_1, b_1, W_2, b_2 = (torch.tensor(a, dtype=torch.float64) for a in (x, W_1, b_1, W_2, b_2))
    return F.linear(F.relu(F.linear(x, W_1.T, b_1)), W_2.T, b_2)


def merge_linear(W_1, b_1, W_2, b_2):
    def both(rows):
        return (rows @ W_1 + b_1) @ W_2 + b_2

    d_model = W_1.shape[0]
    b = both(np.zeros(d_model))
    return both(np.eye(d_model)) - b, b


def parameter_count(d_model, d_ff):
    layers = [nn.Linear(d_model, d_ff, device="meta"), nn.Linear(d_ff, d_model, device="meta")]
    return sum(p.numel() for layer in layers for p in layer.parameters())


class FeedForward(nn.Module):
    def __init__(self, d_model: int, d_ff: int) -> None:
        super().__init__()
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)

    def forward(self, x):
        h = self.linear_1(x)
        active = h.data.clamp(min=0)
        return self.linear_2(active)
