import numpy as np
import torch
from torch import nn


def feed_forward(x: np.ndarray, W_1: np.ndarray, b_1: np.ndarray, W_2: np.ndarray, b_2: np.ndarray) -> np.ndarray:
    """Two linear layers with a ReLU between them, applied to every position by itself.

    x: (..., d_model), any number of leading axes
    W_1: (d_model, d_ff)    b_1: (d_ff,)    W_2: (d_ff, d_model)    b_2: (d_model,)
    returns (..., d_model); x itself is not changed
    """
    raise NotImplementedError


def merge_linear(W_1: np.ndarray, b_1: np.ndarray, W_2: np.ndarray, b_2: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The one linear layer that equals the two layers with no ReLU between them.

    W_1: (d_model, d_ff)    b_1: (d_ff,)    W_2: (d_ff, d_model)    b_2: (d_model,)
    returns (W, b), W (d_model, d_model) and b (d_model,), for use as x @ W + b
    """
    raise NotImplementedError


def parameter_count(d_model: int, d_ff: int) -> int:
    """The number of parameters of the two layers: both weight matrices and both biases."""
    raise NotImplementedError


class FeedForward(nn.Module):
    """The position-wise feed-forward layer of a block."""

    def __init__(self, d_model: int, d_ff: int) -> None:
        super().__init__()
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """x: (..., d_model) -> (..., d_model). Gradients flow back to x and to both layers."""
        raise NotImplementedError
