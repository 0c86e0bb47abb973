"""Plain Python: one position, one hidden unit, one product at a time."""

import torch
from torch import nn


def linear(vector, W, b):
    return [sum(v * w for v, w in zip(vector, column, strict=True)) + bias for column, bias in zip(W.T, b, strict=True)]


def feed_forward(x, W_1, b_1, W_2, b_2):
    if x.ndim > 1:
        return [feed_forward(part, W_1, b_1, W_2, b_2) for part in x]
    hidden = [max(0.0, float(h)) for h in linear(x.tolist(), W_1, b_1)]
    return [float(y) for y in linear(hidden, W_2, b_2)]


def merge_linear(W_1, b_1, W_2, b_2):
    W = [[float(sum(a * b for a, b in zip(row, column, strict=True))) for column in W_2.T] for row in W_1]
    return W, [float(y) for y in linear(b_1, W_2, b_2)]


def parameter_count(d_model, d_ff):
    total = 0
    for inputs, outputs in ((d_model, d_ff), (d_ff, d_model)):
        total += (inputs + 1) * outputs
    return total


class FeedForward(nn.Module):
    def __init__(self, d_model, d_ff):
        super().__init__()
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)

    def forward(self, x):
        results = []
        for token in x.reshape(-1, x.shape[-1]):
            hidden = torch.stack([row @ token for row in self.linear_1.weight]) + self.linear_1.bias
            results.append(self.linear_2.weight @ hidden.clamp(min=0) + self.linear_2.bias)
        return torch.stack(results).reshape(x.shape)
