# wrong: the module calls F.layer_norm without eps, so it always uses 0.00001; shows for another eps, such as 0.1 or 0.000000001 with tiny features.
import numpy as np
import torch
import torch.nn.functional as F
from torch import nn


def layer_norm(x, gamma, beta, eps):
    t, g, b = (torch.as_tensor(np.ascontiguousarray(a)) for a in (x, gamma, beta))
    return F.layer_norm(t, t.shape[-1:], g, b, eps)


def batch_norm(x, gamma, beta, eps):
    return layer_norm(x.T, np.ones(len(x), x.dtype), np.zeros(len(x), x.dtype), eps).numpy().T * gamma + beta


def padded_statistics(x, n_pad):
    t = F.pad(torch.as_tensor(np.ascontiguousarray(x)), (0, 0, 0, n_pad))
    return t.mean(0), t.var(0, unbiased=False)


class LayerNorm(nn.Module):
    def __init__(self, d_model: int, eps: float) -> None:
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return F.layer_norm(x, x.shape[-1:], self.gamma, self.beta)
