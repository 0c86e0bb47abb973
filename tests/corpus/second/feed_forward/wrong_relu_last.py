# wrong: feed_forward puts the ReLU on the result instead of between the layers: shows wherever a hidden number or a result is negative
import numpy as np
import torch
from torch import nn


def feed_forward(x, W_1, b_1, W_2, b_2):
    hidden = np.dot(x, W_1) + b_1
    out = np.dot(hidden, W_2) + b_2
    return np.where(out > 0, out, 0)


def merge_linear(W_1, b_1, W_2, b_2):
    def both(rows):
        return (rows @ W_1 + b_1) @ W_2 + b_2

    d_model = W_1.shape[0]
    b = both(np.zeros(d_model))
    return both(np.eye(d_model)) - b, b


def parameter_count(d_model, d_ff):
    layers = [nn.Linear(d_model, d_ff, device="meta"), nn.Linear(d_ff, d_model, device="meta")]
    return sum(p.numel() for layer in layers for p in layer.parameters())


class FeedForward(nn.Module):
    def __init__(self, d_model: int, d_ff: int) -> None:
        super().__init__()
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)

    def forward(self, x):
        hidden = x @ self.linear_1.weight.T + self.linear_1.bias
        hidden = hidden.clamp(min=0)
        return hidden @ self.linear_2.weight.T + self.linear_2.bias
