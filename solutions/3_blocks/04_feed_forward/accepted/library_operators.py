"""PyTorch's own operators do the work."""

import torch
from torch import nn
from torch.nn import functional


def feed_forward(x, W_1, b_1, W_2, b_2):
    x, W_1, b_1, W_2, b_2 = (torch.as_tensor(a) for a in (x, W_1, b_1, W_2, b_2))
    return functional.linear(functional.relu(functional.linear(x, W_1.T, b_1)), W_2.T, b_2)


def merge_linear(W_1, b_1, W_2, b_2):
    W_1, b_1, W_2, b_2 = (torch.as_tensor(a) for a in (W_1, b_1, W_2, b_2))
    return W_1.mm(W_2), torch.addmv(b_2, W_2.T, b_1)


def parameter_count(d_model, d_ff):
    with torch.device("meta"):
        return sum(p.numel() for p in FeedForward(d_model, d_ff).parameters())


class FeedForward(nn.Module):
    def __init__(self, d_model, d_ff):
        super().__init__()
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)

    def forward(self, x):
        return nn.Sequential(self.linear_1, nn.ReLU(), self.linear_2)(x)
