# wrong: the module masks with hidden.data, which cuts the graph to x and linear_1; any x shows missing gradients.
import numpy as np
import torch
from torch import nn
from torch.nn import functional as F


def _tensors(*arrays):
    return [torch.tensor(np.array(a), dtype=torch.float64) for a in arrays]


def feed_forward(x, W_1, b_1, W_2, b_2):
    W_1, b_1, W_2, b_2 = _tensors(W_1, b_1, W_2, b_2)
    result = np.zeros(x.shape)
    for place in np.ndindex(x.shape[:-1]):
        (word,) = _tensors(x[place])
        result[place] = F.linear(F.relu(F.linear(word, W_1.T, b_1)), W_2.T, b_2).numpy()
    return result


def merge_linear(W_1, b_1, W_2, b_2):
    def both(rows):
        return (rows @ W_1 + b_1) @ W_2 + b_2

    d_model = W_1.shape[0]
    b = both(np.zeros(d_model))
    W = both(np.eye(d_model)) - b
    return W, b


def parameter_count(d_model, d_ff):
    shapes = [(d_model, d_ff), (d_ff,), (d_ff, d_model), (d_model,)]
    return sum(int(np.prod(shape)) for shape in shapes)


class FeedForward(nn.Module):
    def __init__(self, d_model: int, d_ff: int) -> None:
        super().__init__()
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        hidden = self.linear_1(x)
        hidden = hidden.data.clamp(min=0)
        return self.linear_2(hidden)
