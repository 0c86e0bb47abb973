# wrong: merge_linear returns the matrix for W @ x (columns), the transpose of the one for x @ W; shows for every unsymmetric product.
import numpy as np
import torch
from torch import nn


def feed_forward(x, W_1, b_1, W_2, b_2):
    # as in the formula W_2 ReLU(W_1 x + b_1) + b_2, with the words as columns
    words = x.reshape(-1, x.shape[-1]).T
    hidden = np.clip(W_1.T @ words + b_1[:, None], 0, None)
    result = W_2.T @ hidden + b_2[:, None]
    return result.T.reshape(x.shape)


def merge_linear(W_1, b_1, W_2, b_2):
    A_1, A_2 = W_1.T, W_2.T
    return A_2 @ A_1, A_2 @ b_1 + b_2


def parameter_count(d_model, d_ff):
    W_1, b_1 = d_ff * d_model, d_ff
    W_2, b_2 = d_model * d_ff, d_model
    return W_1 + b_1 + W_2 + b_2


class FeedForward(nn.Module):
    def __init__(self, d_model: int, d_ff: int) -> None:
        super().__init__()
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)

    def forward(self, x):
        x = self.linear_1(x)
        x = nn.ReLU()(x)
        return self.linear_2(x)
