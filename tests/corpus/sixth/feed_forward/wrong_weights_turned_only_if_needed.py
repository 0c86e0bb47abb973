# wrong: the module turns a weight only if the shapes demand it; with d_ff = d_model it multiplies by the untransposed matrix.
import numpy as np
import torch
from torch import nn


def feed_forward(x, W_1, b_1, W_2, b_2):
    x = np.asarray(x)
    rows = x.reshape(-1, x.shape[-1])
    results = []
    for row in rows:
        hidden = [max(0.0, float(row @ W_1[:, f] + b_1[f])) for f in range(W_1.shape[1])]
        results.append(np.array(hidden) @ W_2 + b_2)
    return np.array(results).reshape(x.shape)


def merge_linear(W_1, b_1, W_2, b_2):
    def through(row):
        return (row @ W_1 + b_1) @ W_2 + b_2

    b = through(np.zeros(len(W_1)))
    W = np.stack([through(unit) - b for unit in np.eye(len(W_1))])
    return W, b


def parameter_count(d_model, d_ff):
    first = (d_model + 1) * d_ff
    second = (d_ff + 1) * d_model
    return first + second


def _linear(x, weight, bias):
    if weight.shape[0] != x.shape[-1]:
        weight = weight.T
    return x @ weight + bias


class FeedForward(nn.Module):
    def __init__(self, d_model: int, d_ff: int) -> None:
        super().__init__()
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)

    def forward(self, x):
        hidden = torch.relu(_linear(x, self.linear_1.weight, self.linear_1.bias))
        return _linear(hidden, self.linear_2.weight, self.linear_2.bias)
