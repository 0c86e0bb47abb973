# wrong: a word whose vector is all zeros is taken for padding and stays zero; its result should be that of the biases.
import numpy as np
import torch
from torch import nn


def feed_forward(x, W_1, b_1, W_2, b_2):
    hidden = np.maximum(x @ W_1 + b_1, 0)
    result = hidden @ W_2 + b_2
    padding = (x == 0).all(axis=-1, keepdims=True)
    return np.where(padding, 0.0, result)


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
        hidden = torch.relu(self.linear_1(x))
        return self.linear_2(hidden)
