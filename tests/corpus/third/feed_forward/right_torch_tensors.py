# right: torch functions that return tensors; merging is done by sending the unit vectors and zero through both layers.
import numpy as np
import torch
import torch.nn.functional as F
from torch import nn


def _tensors(*arrays):
    return [torch.tensor(np.array(a, dtype=np.float64)) for a in arrays]


def feed_forward(x, W_1, b_1, W_2, b_2):
    x, W_1, b_1, W_2, b_2 = _tensors(x, W_1, b_1, W_2, b_2)
    return F.linear(F.relu(F.linear(x, W_1.T, b_1)), W_2.T, b_2)


def merge_linear(W_1, b_1, W_2, b_2):
    W_1, b_1, W_2, b_2 = _tensors(W_1, b_1, W_2, b_2)

    def both(x):
        return F.linear(F.linear(x, W_1.T, b_1), W_2.T, b_2)

    b = both(torch.zeros(len(W_1), dtype=torch.float64))
    W = F.linear(F.linear(torch.eye(len(W_1), dtype=torch.float64), W_1.T), W_2.T)
    return W, b


def parameter_count(d_model, d_ff):
    with torch.device("meta"):
        layers = FeedForward(d_model, d_ff)
    return sum(p.numel() for p in layers.parameters())


class FeedForward(nn.Module):
    def __init__(self, d_model: int, d_ff: int) -> None:
        super().__init__()
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)

    def forward(self, x):
        return self.linear_2(self.linear_1(x).clamp(min=0))
