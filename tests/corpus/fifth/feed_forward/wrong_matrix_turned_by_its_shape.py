# wrong: guesses from the shape whether a matrix is stored as (out, in), so W_1 and W_2 are transposed when d_ff equals d_model; W_1 (4, 4).
import numpy as np
import torch
from torch import nn


def _apply(x, W, b):
    if W.shape[1] == x.shape[-1]:  # stored as (out, in)
        W = W.T
    return x @ W + b


def feed_forward(x, W_1, b_1, W_2, b_2):
    hidden = np.maximum(0, _apply(x, W_1, b_1))
    return _apply(hidden, W_2, b_2)


def merge_linear(W_1, b_1, W_2, b_2):
    return W_1 @ W_2, b_1 @ W_2 + b_2


def parameter_count(d_model, d_ff):
    return d_model * d_ff + d_ff + d_ff * d_model + d_model


class FeedForward(nn.Module):
    def __init__(self, d_model: int, d_ff: int) -> None:
        super().__init__()
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.linear_2(torch.relu(self.linear_1(x)))
