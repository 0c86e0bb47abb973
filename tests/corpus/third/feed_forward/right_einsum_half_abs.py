# right: einsum for both layers and the ReLU as (h + |h|) / 2.
import numpy as np
import torch
from torch import nn


def relu(h):
    return (h + abs(h)) / 2


def feed_forward(x: np.ndarray, W_1: np.ndarray, b_1: np.ndarray, W_2: np.ndarray, b_2: np.ndarray) -> np.ndarray:
    hidden = relu(np.einsum("...d,dh->...h", x, W_1) + b_1)
    return np.einsum("...h,hd->...d", hidden, W_2) + b_2


def merge_linear(W_1: np.ndarray, b_1: np.ndarray, W_2: np.ndarray, b_2: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    W = np.einsum("dh,he->de", W_1, W_2)
    b = np.einsum("h,he->e", b_1, W_2) + b_2
    return W, b


def parameter_count(d_model: int, d_ff: int) -> int:
    return (d_model + 1) * d_ff + (d_ff + 1) * d_model


class FeedForward(nn.Module):
    def __init__(self, d_model: int, d_ff: int) -> None:
        super().__init__()
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.linear_2(relu(self.linear_1(x)))
