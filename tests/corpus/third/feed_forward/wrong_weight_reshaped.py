# wrong: the module reshapes the (out, in) matrix of nn.Linear to (in, out) instead of transposing it.
import numpy as np
import torch
from torch import nn


def _ffn(x, W_1, b_1, W_2, b_2):
    hidden = x @ W_1 + b_1
    hidden = hidden * (hidden > 0)
    return hidden @ W_2 + b_2


def feed_forward(x, W_1, b_1, W_2, b_2):
    return _ffn(x, W_1, b_1, W_2, b_2)


def merge_linear(W_1, b_1, W_2, b_2):
    return W_1.dot(W_2), b_1.dot(W_2) + b_2


def parameter_count(d_model, d_ff):
    return d_model * d_ff + d_ff + d_ff * d_model + d_model


class FeedForward(nn.Module):
    def __init__(self, d_model: int, d_ff: int) -> None:
        super().__init__()
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)

    def forward(self, x):
        d_model, d_ff = self.linear_1.in_features, self.linear_1.out_features
        W_1 = self.linear_1.weight.reshape(d_model, d_ff)
        W_2 = self.linear_2.weight.reshape(d_ff, d_model)
        return _ffn(x, W_1, self.linear_1.bias, W_2, self.linear_2.bias)
