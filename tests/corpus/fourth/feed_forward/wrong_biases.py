# wrong: two mistakes: merge_linear adds the biases without sending b_1 through W_2 (fails or is wrong), and parameter_count counts d_model for both biases.
import numpy as np
import torch
from torch import nn


def linear(vector, W, b):
    return [sum(v * W[i][j] for i, v in enumerate(vector)) + b[j] for j in range(len(b))]


def feed_forward(x, W_1, b_1, W_2, b_2):
    result = np.empty(x.shape)
    for place in np.ndindex(*x.shape[:-1]):
        hidden = [h if h > 0 else 0.0 for h in linear(x[place], W_1, b_1)]
        result[place] = linear(hidden, W_2, b_2)
    return result


def merge_linear(W_1, b_1, W_2, b_2):
    W = (W_2.T @ W_1.T).T
    b = b_2 + b_1[: len(b_2)]
    return W, b


def parameter_count(d_model, d_ff):
    matrices = 2 * d_model * d_ff
    biases = 2 * d_model
    return matrices + biases


class FeedForward(nn.Module):
    def __init__(self, d_model: int, d_ff: int) -> None:
        super().__init__()
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)

    def forward(self, x):
        hidden = self.linear_1(x).clamp(min=0)
        return hidden @ self.linear_2.weight.T + self.linear_2.bias
