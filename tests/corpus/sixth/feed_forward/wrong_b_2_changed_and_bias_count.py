# wrong: merge_linear adds into the caller's b_2; parameter_count takes d_ff biases in both layers (wrong if d_ff is not d_model).
import numpy as np
import torch
from torch import nn


def feed_forward(x, W_1, b_1, W_2, b_2):
    hidden = np.einsum("...d,df->...f", x, W_1) + b_1
    hidden = np.where(hidden > 0, hidden, 0.0)
    return np.einsum("...f,fd->...d", hidden, W_2) + b_2


def merge_linear(W_1, b_1, W_2, b_2):
    b = b_2
    b += b_1 @ W_2
    return W_1 @ W_2, b


def parameter_count(d_model, d_ff):
    return 2 * (d_model * d_ff + d_ff)


class FeedForward(nn.Module):
    def __init__(self, d_model: int, d_ff: int) -> None:
        super().__init__()
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)

    def forward(self, x):
        hidden = torch.clamp(self.linear_1(x), min=0)
        return self.linear_2(hidden)
