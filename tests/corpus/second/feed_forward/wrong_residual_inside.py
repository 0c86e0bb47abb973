# wrong: FeedForward.forward adds x to the result, for every input
import math

import numpy as np
import torch
from torch import nn


def relu(h):
    return (h + abs(h)) / 2


def feed_forward(x, W_1, b_1, W_2, b_2):
    x, W_1, b_1, W_2, b_2 = [np.asarray(a, dtype=np.float32) for a in (x, W_1, b_1, W_2, b_2)]
    h = relu(np.einsum("...i,ik->...k", x, W_1) + b_1)
    return np.einsum("...k,kj->...j", h, W_2) + b_2


def bordered(W, b):
    corner = np.append(np.zeros(len(W)), 1.0)[:, None]
    return np.hstack([np.vstack([W, b]), corner])


def merge_linear(W_1, b_1, W_2, b_2):
    both = bordered(W_1, b_1) @ bordered(W_2, b_2)
    return both[:-1, :-1], both[-1, :-1]


def parameter_count(d_model, d_ff):
    shapes = [(d_model, d_ff), (d_ff,), (d_ff, d_model), (d_model,)]
    return sum(math.prod(shape) for shape in shapes)


class FeedForward(nn.Module):
    def __init__(self, d_model: int, d_ff: int) -> None:
        super().__init__()
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)

    def forward(self, x):
        h = torch.relu(self.linear_1(x))
        h = self.linear_2(h)
        return x + h
