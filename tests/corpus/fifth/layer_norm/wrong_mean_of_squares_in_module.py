# wrong: the module takes the variance as mean of squares minus square of the mean; float32 features around 10000 show it.
import numpy as np
import torch
from torch import nn


def _rows(x, eps):
    variance, mean = torch.var_mean(x, dim=-1, correction=0, keepdim=True)
    return (x - mean) * torch.rsqrt(variance + eps)


def layer_norm(x: np.ndarray, gamma: np.ndarray, beta: np.ndarray, eps: float):
    x, gamma, beta = (torch.tensor(np.array(a), dtype=torch.float64) for a in (x, gamma, beta))
    return torch.addcmul(beta, _rows(x, eps), gamma)


def batch_norm(x: np.ndarray, gamma: np.ndarray, beta: np.ndarray, eps: float):
    x, gamma, beta = (torch.tensor(np.array(a), dtype=torch.float64) for a in (x, gamma, beta))
    return _rows(x.T, eps).T * gamma + beta


def padded_statistics(x: np.ndarray, n_pad: int):
    padded = nn.functional.pad(torch.tensor(np.array(x), dtype=torch.float64), (0, 0, 0, n_pad))
    variance, mean = torch.var_mean(padded, dim=0, correction=0)
    return mean, variance


class LayerNorm(nn.Module):
    def __init__(self, d_model: int, eps: float) -> None:
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        mean = x.mean(-1, keepdim=True)
        variance = (x * x).mean(-1, keepdim=True) - mean * mean
        return self.gamma * (x - mean) / (variance.clamp(min=0) + self.eps).sqrt() + self.beta
