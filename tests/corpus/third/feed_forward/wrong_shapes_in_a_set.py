# wrong: parameter_count collects the shapes in a set, so for d_ff = d_model the equal shapes are counted once.
import math

import numpy as np
import torch
from torch import nn


def feed_forward(x, W_1, b_1, W_2, b_2):
    relu = np.vectorize(lambda h: max(0.0, h), otypes=[float])
    hidden = relu(np.tensordot(x, W_1, axes=1) + b_1)
    return np.tensordot(hidden, W_2, axes=1) + b_2


def merge_linear(W_1, b_1, W_2, b_2):
    stacked = np.vstack([W_1, b_1]) @ W_2
    return stacked[:-1], stacked[-1] + b_2


def parameter_count(d_model, d_ff):
    shapes = {(d_model, d_ff), (d_ff,), (d_ff, d_model), (d_model,)}
    return sum(math.prod(shape) for shape in shapes)


class FeedForward(nn.Module):
    def __init__(self, d_model: int, d_ff: int) -> None:
        super().__init__()
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)

    def forward(self, x):
        hidden = torch.maximum(self.linear_1(x), torch.zeros(()).to(x))
        return self.linear_2(hidden)
