# wrong: FeedForward.forward uses GELU and reads its weights through detach; merge_linear leaves b_1 out of b
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
    return np.einsum("if,fo->io", W_1, W_2), b_2.copy()


def parameter_count(d_model, d_ff):
    return 2 * d_model * d_ff + d_model + d_ff


class FeedForward(nn.Module):
    def __init__(self, d_model, d_ff):
        super().__init__()
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)

    def forward(self, x):
        W_1, W_2 = self.linear_1.weight.detach().T, self.linear_2.weight.detach().T
        hidden = nn.functional.gelu(x @ W_1 + self.linear_1.bias)
        return hidden @ W_2 + self.linear_2.bias
