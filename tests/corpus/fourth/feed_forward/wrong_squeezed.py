# wrong: the result is squeezed, so axes of length 1 are lost.
import numpy as np
import torch
from torch import nn


def feed_forward(x, W_1, b_1, W_2, b_2):
    rows = np.reshape(x, (-1, x.shape[-1]))
    hidden = np.maximum(rows @ W_1 + b_1, 0)
    return (hidden @ W_2 + b_2).reshape(x.shape).squeeze()


def merge_linear(W_1, b_1, W_2, b_2):
    def both(rows):
        return (rows @ W_1 + b_1) @ W_2 + b_2

    b = both(np.zeros(len(W_1)))
    return both(np.eye(len(W_1))) - b, b


def parameter_count(d_model, d_ff):
    return d_model * d_ff + d_ff + d_ff * d_model + d_model


class FeedForward(nn.Module):
    def __init__(self, d_model: int, d_ff: int) -> None:
        super().__init__()
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)

    def forward(self, x):
        hidden = self.linear_1(x).clamp(min=0)
        return hidden @ self.linear_2.weight.T + self.linear_2.bias
