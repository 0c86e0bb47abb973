# wrong: two mistakes: x is added to the result, and exactly two axes are expected, so one vector or a batch fails.
import numpy as np
import torch
from torch import nn


def feed_forward(x, W_1, b_1, W_2, b_2):
    words, d_model = x.shape
    result = np.zeros((words, d_model))
    for w in range(words):
        hidden = np.maximum(0, x[w].dot(W_1) + b_1)
        result[w] = x[w] + hidden.dot(W_2) + b_2
    return result


def merge_linear(W_1, b_1, W_2, b_2):
    return np.einsum("mf,fn->mn", W_1, W_2), np.einsum("f,fn->n", b_1, W_2) + b_2


def parameter_count(d_model, d_ff):
    return d_model * d_ff + d_ff + d_ff * d_model + d_model


class FeedForward(nn.Module):
    def __init__(self, d_model: int, d_ff: int) -> None:
        super().__init__()
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)

    def forward(self, x):
        return self.linear_2(torch.relu(self.linear_1(x)))
