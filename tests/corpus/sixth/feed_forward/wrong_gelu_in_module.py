# wrong: GELU in the module; the function has ReLU, so only the module's values are off.
import numpy as np
import torch
from torch import nn


def feed_forward(x, W_1, b_1, W_2, b_2):
    hidden = np.einsum("...d,df->...f", x, W_1) + b_1
    hidden = np.where(hidden > 0, hidden, 0.0)
    return np.einsum("...f,fd->...d", hidden, W_2) + b_2


def merge_linear(W_1, b_1, W_2, b_2):
    return np.einsum("if,fo->io", W_1, W_2), np.einsum("f,fo->o", b_1, W_2) + b_2


def parameter_count(d_model, d_ff):
    return 2 * d_model * d_ff + d_model + d_ff


class FeedForward(nn.Module):
    def __init__(self, d_model: int, d_ff: int) -> None:
        super().__init__()
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)

    def forward(self, x):
        hidden = nn.functional.gelu(self.linear_1(x))
        return self.linear_2(hidden)
