# wrong: FeedForward.forward turns a weight only when its shape does not fit: wrong when d_ff equals d_model
import numpy as np
import torch
from torch import nn


def feed_forward(x, W_1, b_1, W_2, b_2):
    hidden = np.maximum(0, x @ W_1 + b_1)
    return hidden @ W_2 + b_2


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
        W_1, W_2 = self.linear_1.weight, self.linear_2.weight
        if W_1.shape[0] != x.shape[-1]:
            W_1 = W_1.T
        h = torch.relu(x @ W_1 + self.linear_1.bias)
        if W_2.shape[0] != h.shape[-1]:
            W_2 = W_2.T
        return h @ W_2 + self.linear_2.bias
