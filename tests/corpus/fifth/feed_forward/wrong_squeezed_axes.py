# wrong: works on a table and squeezes the result, so axes of length 1 are lost; x (1, 3, 4) or (1, 4) shows it.
import numpy as np
import torch
from torch import nn


def feed_forward(x, W_1, b_1, W_2, b_2):
    table = x.reshape(-1, x.shape[-1])
    hidden = np.maximum(0, table @ W_1 + b_1)
    result = (hidden @ W_2 + b_2).reshape(x.shape)
    return result.squeeze()


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
