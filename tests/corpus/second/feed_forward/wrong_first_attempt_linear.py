# wrong: forward has no ReLU and takes the mean hidden vector over the positions off; merge_linear adds b_1 weighted by mean W_2
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


def merge_linear(W_1, b_1, W_2, b_2):
    W = W_1 @ W_2
    b = b_1.sum() * W_2.mean(axis=0) + b_2
    return W, b


def parameter_count(d_model, d_ff):
    shapes = [(d_model, d_ff), (d_ff,), (d_ff, d_model), (d_model,)]
    return sum(math.prod(shape) for shape in shapes)


class FeedForward(nn.Module):
    def __init__(self, d_model: int, d_ff: int) -> None:
        super().__init__()
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)

    def forward(self, x):
        h = self.linear_1(x)
        if h.dim() > 1:
            h = h - h.mean(dim=-2, keepdim=True)
        return self.linear_2(h)
