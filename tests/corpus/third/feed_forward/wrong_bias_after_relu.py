# wrong: feed_forward adds b_1 after the ReLU; shows whenever a bias and a hidden number are such that the order matters.
import numpy as np
import torch
from torch import nn


def feed_forward(x, W_1, b_1, W_2, b_2):
    out = np.zeros(x.shape)
    for place in np.ndindex(x.shape[:-1]):
        hidden = np.maximum(0, x[place] @ W_1) + b_1
        out[place] = hidden @ W_2 + b_2
    return out


def merge_linear(W_1, b_1, W_2, b_2):
    return W_1 @ W_2, b_1 @ W_2 + b_2


def parameter_count(d_model, d_ff):
    return 2 * d_model * d_ff + d_ff + d_model


class FeedForward(nn.Module):
    def __init__(self, d_model: int, d_ff: int) -> None:
        super().__init__()
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)

    def forward(self, x):
        hidden = torch.relu(self.linear_1(x))
        return self.linear_2(hidden)
