# wrong: the module adds x to its result, which belongs to the residual connection around the layer.
import numpy as np
import torch
import torch.nn.functional as F
from torch import nn


def feed_forward(x, W_1, b_1, W_2, b_2):
    return np.maximum(x @ W_1 + b_1, 0) @ W_2 + b_2


def merge_linear(W_1, b_1, W_2, b_2):
    zero = np.zeros(W_1.shape[0])
    b = (zero @ W_1 + b_1) @ W_2 + b_2
    W = (np.eye(W_1.shape[0]) @ W_1) @ W_2
    return W, b


def parameter_count(d_model, d_ff):
    shapes = [(d_model, d_ff), (d_ff,), (d_ff, d_model), (d_model,)]
    return int(sum(np.prod(s) for s in shapes))


class FeedForward(nn.Module):
    def __init__(self, d_model: int, d_ff: int) -> None:
        super().__init__()
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        change = self.linear_2(F.relu(self.linear_1(x)))
        return x + change
