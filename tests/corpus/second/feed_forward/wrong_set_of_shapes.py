# wrong: parameter_count collects the shapes in a set, so equal shapes count once: wrong when d_model equals d_ff
import numpy as np
import torch
from torch import nn


def feed_forward(x, W_1, b_1, W_2, b_2):
    d_model, d_ff = W_1.shape
    words = x.reshape(-1, d_model)
    result = np.zeros(words.shape)
    for n, word in enumerate(words):
        total = [float(b) for b in b_2]
        for k in range(d_ff):
            h = float(b_1[k]) + sum(float(word[i]) * float(W_1[i, k]) for i in range(d_model))
            if h > 0:
                for j in range(d_model):
                    total[j] += h * float(W_2[k, j])
        result[n] = total
    return result.reshape(x.shape)


def merge_linear(W_1, b_1, W_2, b_2):
    d_model, d_ff = W_1.shape
    W = np.zeros((d_model, d_model))
    b = np.array(b_2, dtype=float)
    for k in range(d_ff):
        W += np.outer(W_1[:, k], W_2[k])
        b += b_1[k] * W_2[k]
    return W, b


def parameter_count(d_model, d_ff):
    shapes = {(d_model, d_ff), (d_ff,), (d_ff, d_model), (d_model,)}
    return int(sum(np.prod(shape) for shape in shapes))


class FeedForward(nn.Module):
    def __init__(self, d_model: int, d_ff: int) -> None:
        super().__init__()
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)

    def forward(self, x):
        h = self.linear_1(x)
        h = torch.where(h > 0, h, torch.zeros_like(h))
        return self.linear_2(h)
