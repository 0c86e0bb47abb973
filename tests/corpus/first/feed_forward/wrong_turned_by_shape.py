# wrong: FeedForward.forward turns a stored matrix only if its first size does not fit; shows when d_model == d_ff
import numpy as np
import torch
from torch.nn import functional as F
from torch import nn


def linear(x, layer):
    W = layer.weight
    if W.shape[0] != x.shape[-1]:
        W = W.T
    return x @ W + layer.bias


def to_tensors(*arrays):
    return [torch.tensor(np.asarray(array), dtype=torch.float64) for array in arrays]


def feed_forward(x, W_1, b_1, W_2, b_2):
    x, W_1, b_1, W_2, b_2 = to_tensors(x, W_1, b_1, W_2, b_2)
    return F.linear(F.relu(F.linear(x, W_1.T, b_1)), W_2.T, b_2)


def merge_linear(W_1, b_1, W_2, b_2):
    W_1, b_1, W_2, b_2 = to_tensors(W_1, b_1, W_2, b_2)
    return (W_2.T @ W_1.T).T, W_2.T @ b_1 + b_2


def parameter_count(d_model, d_ff):
    with torch.device("meta"):
        return sum(p.numel() for p in FeedForward(d_model, d_ff).parameters())


class FeedForward(nn.Module):
    """The position-wise feed-forward layer of a block."""

    def __init__(self, d_model, d_ff):
        super().__init__()
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)

    def forward(self, x):
        return linear(linear(x, self.linear_1).relu(), self.linear_2)
