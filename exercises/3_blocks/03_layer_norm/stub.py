import numpy as np
import torch
from torch import nn


def layer_norm(x: np.ndarray, gamma: np.ndarray, beta: np.ndarray, eps: float) -> np.ndarray:
    """Normalise every token over its own features, then scale by gamma and shift by beta.

    x: (..., d_model), any number of leading axes    gamma, beta: (d_model,)
    returns (..., d_model); x itself is not changed
    """
    raise NotImplementedError


def batch_norm(x: np.ndarray, gamma: np.ndarray, beta: np.ndarray, eps: float) -> np.ndarray:
    """Normalise every feature over the items of the batch, then scale by gamma and shift by beta.

    x: (item, feature)    gamma, beta: (feature,)
    returns (item, feature)
    """
    raise NotImplementedError


def padded_statistics(x: np.ndarray, n_pad: int) -> tuple[np.ndarray, np.ndarray]:
    """The mean and variance that batch norm would compute per feature with n_pad rows of zeros below x.

    x: (word, feature), the real words only    n_pad: number of padding rows, 0 or more
    returns (mean, variance), each (feature,)
    """
    raise NotImplementedError


class LayerNorm(nn.Module):
    """Layer norm with learned gamma and beta."""

    def __init__(self, d_model: int, eps: float) -> None:
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """x: (..., d_model) -> (..., d_model). Gradients flow back to x, gamma and beta."""
        raise NotImplementedError
