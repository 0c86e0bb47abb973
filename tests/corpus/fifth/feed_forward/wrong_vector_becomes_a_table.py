# wrong: the module gives a table of one row for a single vector (d_model,), where a vector is asked for.
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
        if x.dim() == 1:
            x = x.unsqueeze(0)
        return self.linear_2(torch.relu(self.linear_1(x)))
