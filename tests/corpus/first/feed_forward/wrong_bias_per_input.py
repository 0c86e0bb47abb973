# wrong: parameter_count gives the second layer d_ff biases instead of d_model; shows when d_ff > d_model (and the first d_model when less)
import numpy as np
import torch
from torch import nn


def one_word(word, W_1, b_1, W_2, b_2):
    result = [float(b) for b in b_2]
    for unit in range(len(b_1)):
        total = float(b_1[unit])
        for j in range(len(word)):
            total += word[j] * W_1[j][unit]
        if total > 0:
            for j in range(len(result)):
                result[j] += total * W_2[unit][j]
    return result


def feed_forward(x, W_1, b_1, W_2, b_2):
    words = x.reshape(-1, x.shape[-1])
    results = [one_word(word, W_1, b_1, W_2, b_2) for word in words]
    return np.array(results).reshape(x.shape)


def merge_linear(W_1, b_1, W_2, b_2):
    zero = np.zeros(len(W_1))

    def without_relu(v):
        return (v @ W_1 + b_1) @ W_2 + b_2

    b = without_relu(zero)
    rows = [without_relu(e) - b for e in np.eye(len(W_1))]
    return np.array(rows), b


def parameter_count(d_model, d_ff):
    total = 0
    for n_in, n_out in [(d_model, d_ff), (d_ff, d_model)]:
        total += n_in * n_out + max(n_in, n_out)
    return total


class FeedForward(nn.Module):
    def __init__(self, d_model, d_ff):
        super().__init__()
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)

    def forward(self, x):
        hidden = self.linear_1(x)
        return self.linear_2(torch.where(hidden > 0, hidden, torch.zeros_like(hidden)))
