# right: one helper that normalises along a chosen axis, einsum for the squares; both norms use it, the padding is really stacked.
import numpy as np
import torch
from torch import nn


def _standardise(x, eps):
    """Along the last axis."""
    d = x.shape[-1]
    centred = x - np.einsum("...j->...", x)[..., None] / d
    variance = np.einsum("...j,...j->...", centred, centred) / d
    return np.einsum("...j,...->...j", centred, 1 / np.sqrt(variance + eps))


def layer_norm(x: np.ndarray, gamma: np.ndarray, beta: np.ndarray, eps: float) -> np.ndarray:
    return _standardise(x.astype(np.float64), eps) * gamma + beta


def batch_norm(x: np.ndarray, gamma: np.ndarray, beta: np.ndarray, eps: float) -> np.ndarray:
    upright = _standardise(np.moveaxis(x, 0, -1).astype(np.float64), eps)
    return np.moveaxis(upright, -1, 0) * gamma + beta


def padded_statistics(x: np.ndarray, n_pad: int) -> tuple[np.ndarray, np.ndarray]:
    longer = np.pad(x, ((0, n_pad), (0, 0)))
    return longer.mean(axis=0), longer.var(axis=0)


class LayerNorm(nn.Module):
    def __init__(self, d_model: int, eps: float) -> None:
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        variance, mean = torch.var_mean(x, dim=-1, correction=0, keepdim=True)
        return torch.addcmul(self.beta, (x - mean) * torch.rsqrt(variance + self.eps), self.gamma)
