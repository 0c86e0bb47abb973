# wrong: merge_linear adds b_1 @ W_2 into the caller's b_2, so the second use of the same arrays gives another result.
import numpy as np
import torch
from torch import nn


def feed_forward(x: np.ndarray, W_1: np.ndarray, b_1: np.ndarray, W_2: np.ndarray, b_2: np.ndarray) -> np.ndarray:
    hidden = x @ W_1
    hidden += b_1
    np.maximum(hidden, 0, out=hidden)
    result = hidden @ W_2
    result += b_2
    return result


def merge_linear(W_1: np.ndarray, b_1: np.ndarray, W_2: np.ndarray, b_2: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    W, b = W_1 @ W_2, b_2
    for unit in range(len(b_1)):
        b += b_1[unit] * W_2[unit]
    return W, b


def parameter_count(d_model: int, d_ff: int) -> int:
    return d_ff * (2 * d_model + 1) + d_model


class FeedForward(nn.Module):
    def __init__(self, d_model: int, d_ff: int) -> None:
        super().__init__()
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.linear_2(self.linear_1(x).relu())
