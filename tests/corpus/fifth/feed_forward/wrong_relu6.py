# wrong: F.relu6 for ReLU in the function: hidden numbers above 6 are cut off at 6 (the example reaches exactly 6); x of size 10.
import numpy as np
import torch
from torch import nn
from torch.nn import functional as F


def feed_forward(x, W_1, b_1, W_2, b_2):
    x, W_1, b_1, W_2, b_2 = (torch.tensor(np.asarray(a), dtype=torch.float64) for a in (x, W_1, b_1, W_2, b_2))
    return F.relu6(x @ W_1 + b_1) @ W_2 + b_2


def merge_linear(W_1, b_1, W_2, b_2):
    return W_1 @ W_2, b_1 @ W_2 + b_2


def parameter_count(d_model, d_ff):
    return d_model * d_ff + d_ff + d_ff * d_model + d_model


class FeedForward(nn.Module):
    def __init__(self, d_model: int, d_ff: int) -> None:
        super().__init__()
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.linear_2(torch.relu(self.linear_1(x)))
