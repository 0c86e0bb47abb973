# wrong: the module silences the hidden units through .data; the values are right, but the gradient passes silent units as if there were no ReLU.
import numpy as np
import torch
from torch import nn


def feed_forward(x, W_1, b_1, W_2, b_2):
    hidden = np.einsum("...i,ij->...j", x, W_1) + b_1
    silent = hidden < 0
    hidden[silent] = 0
    return np.einsum("...i,ij->...j", hidden, W_2) + b_2


def merge_linear(W_1, b_1, W_2, b_2):
    return np.einsum("ij,jk->ik", W_1, W_2), np.einsum("j,jk->k", b_1, W_2) + b_2


def parameter_count(d_model, d_ff):
    matrices = 2 * d_model * d_ff
    biases = d_model + d_ff
    return matrices + biases


class FeedForward(nn.Module):
    def __init__(self, d_model: int, d_ff: int) -> None:
        super().__init__()
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)

    def forward(self, x):
        hidden = self.linear_1(x)
        hidden.data[hidden.data < 0] = 0  # no complaint about in-place changes this way
        return self.linear_2(hidden)
