# wrong: the module drops a tenth of the hidden numbers while it is in training mode, which it is after it is made; the layer has no dropout.
import numpy as np
import torch
import torch.nn.functional as F
from torch import nn


def feed_forward(x, W_1, b_1, W_2, b_2):
    first = x @ W_1 + b_1
    second = np.fmax(first, 0.0) @ W_2 + b_2
    return second


def merge_linear(W_1, b_1, W_2, b_2):
    W = np.stack([row @ W_2 for row in W_1])
    return W, b_1 @ W_2 + b_2


def parameter_count(d_model, d_ff):
    return 2 * (d_model * d_ff) + (d_model + d_ff)


class FeedForward(nn.Module):
    def __init__(self, d_model: int, d_ff: int) -> None:
        super().__init__()
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        hidden = F.relu(self.linear_1(x))
        hidden = F.dropout(hidden, p=0.1, training=self.training)
        return self.linear_2(hidden)
