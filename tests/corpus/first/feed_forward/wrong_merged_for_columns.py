# wrong: merge_linear returns W for W @ x (transposed), not for x @ W + b; shows whenever W_1 @ W_2 is not symmetric
import numpy as np
import torch
from torch import nn


def feed_forward(x: np.ndarray, W_1: np.ndarray, b_1: np.ndarray, W_2: np.ndarray, b_2: np.ndarray) -> np.ndarray:
    hidden = np.maximum(0, x @ W_1 + b_1)
    return hidden @ W_2 + b_2


def merge_linear(W_1: np.ndarray, b_1: np.ndarray, W_2: np.ndarray, b_2: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    W = W_2.T @ W_1.T
    b = W_2.T @ b_1 + b_2
    return W, b


def parameter_count(d_model: int, d_ff: int) -> int:
    return d_model * d_ff + d_ff + d_ff * d_model + d_model


class FeedForward(nn.Module):
    def __init__(self, d_model: int, d_ff: int) -> None:
        super().__init__()
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.linear_2(torch.relu(self.linear_1(x)))
