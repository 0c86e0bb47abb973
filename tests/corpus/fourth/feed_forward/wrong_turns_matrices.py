# wrong: the wider side of W_1 is taken for d_ff, so for d_ff smaller than d_model the matrices are turned and do not fit.
import numpy as np
import torch
from torch import nn


def feed_forward(x, W_1, b_1, W_2, b_2):
    if W_1.shape[0] > W_1.shape[1]:  # stored as (out, in)
        W_1, W_2 = W_1.T, W_2.T
    hidden = np.matmul(x, W_1) + b_1
    hidden = hidden * (hidden > 0)
    return np.matmul(hidden, W_2) + b_2


def merge_linear(W_1, b_1, W_2, b_2):
    return W_1 @ W_2, b_1 @ W_2 + b_2


def parameter_count(d_model, d_ff):
    return d_model * d_ff + d_ff + d_ff * d_model + d_model


class FeedForward(nn.Module):
    def __init__(self, d_model: int, d_ff: int) -> None:
        super().__init__()
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)

    def forward(self, x):
        return self.linear_2(torch.relu(self.linear_1(x)))
