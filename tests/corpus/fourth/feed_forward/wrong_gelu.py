# wrong: the module uses GELU instead of ReLU.
import numpy as np
import torch
from torch import nn


def feed_forward(x, W_1, b_1, W_2, b_2):
    x, W_1, b_1, W_2, b_2 = (torch.tensor(np.array(a)) for a in (x, W_1, b_1, W_2, b_2))
    hidden = nn.functional.relu(x @ W_1 + b_1)
    return hidden @ W_2 + b_2


def merge_linear(W_1, b_1, W_2, b_2):
    return W_1 @ W_2, b_1 @ W_2 + b_2


def parameter_count(d_model, d_ff):
    layers = FeedForward(d_model, d_ff)
    return sum(p.numel() for p in layers.parameters())


class FeedForward(nn.Module):
    def __init__(self, d_model: int, d_ff: int) -> None:
        super().__init__()
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)

    def forward(self, x):

        hidden = nn.functional.gelu(self.linear_1(x))
        return self.linear_2(hidden)
