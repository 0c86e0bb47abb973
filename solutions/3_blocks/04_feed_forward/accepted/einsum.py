"""The products by einsum, the ReLU as the mean of h and its size."""

import numpy as np
import torch
from torch import nn


def feed_forward(x, W_1, b_1, W_2, b_2):
    hidden = np.einsum("...d,df->...f", x, W_1) + b_1
    return np.einsum("...f,fd->...d", (hidden + np.abs(hidden)) / 2, W_2) + b_2


def merge_linear(W_1, b_1, W_2, b_2):
    return np.einsum("if,fo->io", W_1, W_2), np.einsum("f,fo->o", b_1, W_2) + b_2


def parameter_count(d_model, d_ff):
    return np.prod([2, d_model, d_ff]) + d_model + d_ff


class FeedForward(nn.Module):
    def __init__(self, d_model, d_ff):
        super().__init__()
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)

    def forward(self, x):
        hidden = torch.einsum("...d,fd->...f", x, self.linear_1.weight) + self.linear_1.bias
        hidden = hidden * (hidden > 0)
        return torch.einsum("...f,df->...d", hidden, self.linear_2.weight) + self.linear_2.bias
