# wrong: feed_forward uses GELU where the statement asks for ReLU: shows for hidden numbers near 0
import numpy as np
import torch
from torch import nn


def gelu(h):
    return 0.5 * h * (1 + np.tanh(np.sqrt(2 / np.pi) * (h + 0.044715 * h**3)))


def feed_forward(x, W_1, b_1, W_2, b_2):
    return gelu(x @ W_1 + b_1) @ W_2 + b_2


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
        return self.linear_2(torch.relu(self.linear_1(x)))
