# wrong: merge_linear asks feed_forward, which has the ReLU inside; shows when a hidden number of a unit vector or of 0 is negative
import numpy as np
from torch import nn


def affine(W, b):
    return np.vstack([W, b])


def apply(x, A):
    ones = np.ones((*x.shape[:-1], 1))
    return np.einsum("...i,io->...o", np.concatenate([x, ones], axis=-1), A)


def relu(h):
    return (h + abs(h)) / 2


def feed_forward(x, W_1, b_1, W_2, b_2):
    return apply(relu(apply(x, affine(W_1, b_1))), affine(W_2, b_2))


def merge_linear(W_1, b_1, W_2, b_2):
    d_model = W_1.shape[0]
    b = feed_forward(np.zeros(d_model), W_1, b_1, W_2, b_2)
    W = feed_forward(np.eye(d_model), W_1, b_1, W_2, b_2) - b
    return W, b


def parameter_count(d_model, d_ff):
    return 2 * d_model * d_ff + d_model + d_ff


class FeedForward(nn.Module):
    def __init__(self, d_model, d_ff):
        super().__init__()
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)

    def forward(self, x):
        return nn.Sequential(self.linear_1, nn.ReLU(), self.linear_2)(x)
