# wrong: feed_forward turns the matrices for F.linear by looking at their shape, so they stay unturned when d_ff equals d_model.
import numpy as np
import torch
import torch.nn.functional as F
from torch import nn


def _as_library(W, n_out):
    """F.linear wants (out, in)."""
    W = torch.as_tensor(W)
    return W if W.shape[0] == n_out else W.T


def feed_forward(x, W_1, b_1, W_2, b_2):
    x, b_1, b_2 = (torch.as_tensor(a) for a in (x, b_1, b_2))
    hidden = F.relu(F.linear(x, _as_library(W_1, len(b_1)), b_1))
    return F.linear(hidden, _as_library(W_2, len(b_2)), b_2)


def merge_linear(W_1, b_1, W_2, b_2):
    W_1, b_1, W_2, b_2 = map(torch.as_tensor, (W_1, b_1, W_2, b_2))
    return torch.mm(W_1, W_2), torch.mv(W_2.T, b_1) + b_2


def parameter_count(d_model, d_ff):
    return sum(p.numel() for p in FeedForward(d_model, d_ff).parameters())


class FeedForward(nn.Module):
    def __init__(self, d_model: int, d_ff: int) -> None:
        super().__init__()
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)

    def forward(self, x):
        return self.linear_2(torch.relu(self.linear_1(x)))
