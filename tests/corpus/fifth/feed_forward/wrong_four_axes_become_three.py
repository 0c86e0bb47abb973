# wrong: the module joins the first two of four axes and does not part them again.
import numpy as np
import torch
from torch import nn


def feed_forward(x, W_1, b_1, W_2, b_2):
    hidden = x @ W_1 + b_1
    hidden = np.maximum(hidden, 0)
    return hidden @ W_2 + b_2


def merge_linear(W_1, b_1, W_2, b_2):
    W = W_1 @ W_2
    b = b_1 @ W_2 + b_2
    return (W, b)


def parameter_count(d_model, d_ff):
    first = d_model * d_ff + d_ff
    second = d_ff * d_model + d_model
    return first + second


class FeedForward(nn.Module):
    def __init__(self, d_model, d_ff):
        super().__init__()
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)

    def forward(self, x):
        if x.dim() > 3:
            x = x.reshape(-1, x.shape[-2], x.shape[-1])
        return self.linear_2(torch.relu(self.linear_1(x)))
