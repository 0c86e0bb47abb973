# wrong: einsum for exactly two axes (fails for a vector and for a batch), and parameter_count gives both layers a bias of d_ff; x (2, 3, 4) or parameter_count(2, 3).
import numpy as np
import torch
from torch import nn


def feed_forward(x, W_1, b_1, W_2, b_2):
    hidden = np.einsum("nd,df->nf", x, W_1) + b_1
    return np.einsum("nf,fd->nd", hidden * (hidden > 0), W_2) + b_2


def merge_linear(W_1, b_1, W_2, b_2):
    # a row for the bias is put under the matrix
    both = np.einsum("if,fo->io", np.vstack([W_1, b_1]), W_2)
    return both[:-1], both[-1] + b_2


def parameter_count(d_model, d_ff):
    return 2 * (d_model * d_ff + d_ff)


class FeedForward(nn.Module):
    def __init__(self, d_model: int, d_ff: int) -> None:
        super().__init__()
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        hidden = torch.einsum("...d,fd->...f", x, self.linear_1.weight) + self.linear_1.bias
        hidden = torch.where(hidden > 0, hidden, torch.zeros_like(hidden))
        return torch.einsum("...f,df->...d", hidden, self.linear_2.weight) + self.linear_2.bias
