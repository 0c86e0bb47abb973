# wrong: feed_forward adds axes to reach (batch, position, feature) and squeezes them away again, along with real axes of length 1.
import numpy as np
import torch
from torch import nn


def feed_forward(x, W_1, b_1, W_2, b_2):
    batch = x
    while batch.ndim < 3:
        batch = batch[None]
    hidden = np.maximum(np.matmul(batch, W_1) + b_1, 0)
    result = np.matmul(hidden, W_2) + b_2
    return result.squeeze()


def merge_linear(W_1, b_1, W_2, b_2):
    return np.matmul(W_1, W_2), np.matmul(b_1, W_2) + b_2


def parameter_count(d_model, d_ff):
    def layer(n_in, n_out):
        return n_in * n_out + n_out

    return layer(d_model, d_ff) + layer(d_ff, d_model)


class FeedForward(nn.Module):
    def __init__(self, d_model: int, d_ff: int) -> None:
        super().__init__()
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)

    def forward(self, x):
        return self.linear_2(torch.nn.functional.threshold(self.linear_1(x), 0, 0))
