"""The biases as one more row of the matrices; the merged layer is found by feeding it unit vectors."""

import numpy as np
import torch
from torch import nn


def with_ones(x):
    return np.concatenate([x, np.ones((*x.shape[:-1], 1))], axis=-1)


def feed_forward(x, W_1, b_1, W_2, b_2):
    hidden = with_ones(x) @ np.vstack([W_1, b_1])
    hidden[hidden < 0] = 0
    return with_ones(hidden) @ np.vstack([W_2, b_2])


def merge_linear(W_1, b_1, W_2, b_2):
    def both(x):
        return (x @ W_1 + b_1) @ W_2 + b_2

    b = both(np.zeros(len(W_1)))
    return both(np.eye(len(W_1))) - b, b


def parameter_count(d_model, d_ff):
    first = np.zeros((d_model + 1, d_ff))
    second = np.zeros((d_ff + 1, d_model))
    return first.size + second.size


class FeedForward(nn.Module):
    def __init__(self, d_model, d_ff):
        super().__init__()
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)

    def forward(self, x):
        hidden = self.linear_1(x)
        return self.linear_2(torch.where(hidden > 0, hidden, torch.zeros_like(hidden)))
