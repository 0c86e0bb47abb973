# wrong: merge_linear adds the first bias to the caller's b_2.
import numpy as np
import torch
from torch import nn


def feed_forward(x, W_1, b_1, W_2, b_2):
    hidden = np.maximum(0, x @ W_1 + b_1)
    return hidden @ W_2 + b_2


def merge_linear(W_1, b_1, W_2, b_2):
    W = np.dot(W_1, W_2)
    b = b_2
    b += np.dot(b_1, W_2)
    return W, b


def parameter_count(d_model, d_ff):
    return sum((inputs + 1) * outputs for inputs, outputs in [(d_model, d_ff), (d_ff, d_model)])


class FeedForward(nn.Module):
    def __init__(self, d_model: int, d_ff: int) -> None:
        super().__init__()
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)

    def forward(self, x):
        return self.linear_2(torch.relu(self.linear_1(x)))
