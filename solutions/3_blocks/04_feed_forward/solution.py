"""The feed-forward layer: the same two linear layers, with a ReLU between them, at every position."""

import numpy as np
import torch
from torch import nn


def feed_forward(x: np.ndarray, W_1: np.ndarray, b_1: np.ndarray, W_2: np.ndarray, b_2: np.ndarray) -> np.ndarray:
    """W_2 · ReLU(W_1 · x + b_1) + b_2 at every position.  x: (..., d_model)."""
    hidden = x @ W_1 + b_1  # (..., d_ff): @ works on the last axis, so positions never meet
    hidden = np.maximum(hidden, 0)  # ReLU: a hidden unit is on, or it is silent
    return hidden @ W_2 + b_2  # (..., d_model): no ReLU here, the result may be negative


def merge_linear(W_1: np.ndarray, b_1: np.ndarray, W_2: np.ndarray, b_2: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(x @ W_1 + b_1) @ W_2 + b_2 = x @ (W_1 @ W_2) + (b_1 @ W_2 + b_2)."""
    W = W_1 @ W_2  # (d_model, d_model): d_ff is gone
    b = b_1 @ W_2 + b_2  # (d_model,): b_1 goes through the second layer too
    return W, b


def parameter_count(d_model: int, d_ff: int) -> int:
    """Weights and biases of d_model -> d_ff -> d_model."""
    first = d_model * d_ff + d_ff  # W_1 and b_1: one bias for each hidden unit
    second = d_ff * d_model + d_model  # W_2 and b_2: one bias for each output feature
    return first + second


class FeedForward(nn.Module):
    """The position-wise feed-forward layer of a block."""

    def __init__(self, d_model: int, d_ff: int) -> None:
        super().__init__()
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """x: (..., d_model) -> (..., d_model)."""
        hidden = torch.relu(self.linear_1(x))  # (..., d_ff)
        return self.linear_2(hidden)  # (..., d_model)
