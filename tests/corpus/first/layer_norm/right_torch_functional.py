# right: torch.nn.functional.layer_norm for layer and batch norm (on the transpose), tensors as results
import numpy as np
import torch
from torch import nn
from torch.nn import functional


def layer_norm(x, gamma, beta, eps):
    x, gamma, beta = (torch.tensor(np.asarray(a, dtype=np.float64)) for a in (x, gamma, beta))
    return functional.layer_norm(x, gamma.shape, gamma, beta, eps)


def batch_norm(x, gamma, beta, eps):
    columns = torch.tensor(np.asarray(x, dtype=np.float64)).T
    normalised = functional.layer_norm(columns, columns.shape[-1:], eps=eps).T
    return normalised * torch.tensor(gamma) + torch.tensor(beta)


def padded_statistics(x, n_pad):
    padded = functional.pad(torch.tensor(np.asarray(x, dtype=np.float64)), (0, 0, 0, n_pad))
    variance, mean = torch.var_mean(padded, dim=0, correction=0)
    return mean, variance


class LayerNorm(nn.Module):
    """Layer norm with learned gamma and beta."""

    def __init__(self, d_model, eps):
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x):
        return functional.layer_norm(x, self.gamma.shape, self.gamma, self.beta, self.eps)
