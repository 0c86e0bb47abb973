# wrong: beta is added before gamma multiplies (equal if gamma is 1 or beta is 0) and the module takes one mean for each sentence of a batch; gamma 2 with beta 1, or a module input with 3 axes.
import numpy as np
import torch
from torch import nn


def _rows(x, eps):
    variance, mean = torch.var_mean(x, dim=-1, correction=0, keepdim=True)
    return (x - mean) * torch.rsqrt(variance + eps)


def layer_norm(x: np.ndarray, gamma: np.ndarray, beta: np.ndarray, eps: float):
    x, gamma, beta = (torch.tensor(np.array(a), dtype=torch.float64) for a in (x, gamma, beta))
    return gamma * (_rows(x, eps) + beta)


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
        if x.dim() > 2:
            normal = nn.functional.layer_norm(x, x.shape[1:], eps=self.eps)
        else:
            normal = _rows(x, self.eps)
        return normal * self.gamma + self.beta
