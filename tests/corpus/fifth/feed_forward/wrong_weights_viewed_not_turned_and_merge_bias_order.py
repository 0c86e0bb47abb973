# wrong: the module views the stored matrix as (in, out) instead of transposing it, and merge_linear leaves out b_2; every module with d_model > 1, every b_2 other than 0.
import numpy as np
import torch
from torch import nn


def feed_forward(x, W_1, b_1, W_2, b_2):
    hidden = np.maximum(0, x @ W_1 + b_1)
    return hidden @ W_2 + b_2


def merge_linear(W_1, b_1, W_2, b_2):
    return W_1 @ W_2, b_1 @ W_2


def parameter_count(d_model, d_ff):
    return d_model * d_ff + d_ff + d_ff * d_model + d_model


class FeedForward(nn.Module):
    def __init__(self, d_model: int, d_ff: int) -> None:
        super().__init__()
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        d_ff, d_model = self.linear_1.weight.shape
        W_1 = self.linear_1.weight.view(d_model, d_ff)
        W_2 = self.linear_2.weight.view(d_ff, d_model)
        return torch.relu(x @ W_1 + self.linear_1.bias) @ W_2 + self.linear_2.bias
