# wrong: batch_norm uses max(variance, eps) under the root instead of their sum: shows when eps is not tiny
import numpy as np
import torch
from torch import nn


def _standard(x, axis, eps):
    first = np.take(x, [0], axis=axis)
    t = torch.from_numpy(np.ascontiguousarray((x - first).astype(np.float32)))
    t = t - t.mean(axis, keepdim=True)
    return t / t.square().mean(axis, keepdim=True).add(eps).sqrt()


def layer_norm(x, gamma, beta, eps):
    return _standard(x, -1, eps).numpy() * gamma + beta


def batch_norm(x, gamma, beta, eps):
    mu = x.mean(axis=0)
    centred = x - mu
    variance = np.mean(centred**2, axis=0)
    safe = np.maximum(variance, eps)
    return centred / np.sqrt(safe) * gamma + beta


def padded_statistics(x, n_pad):
    weights = np.concatenate([np.ones(len(x)), np.zeros(n_pad)])
    padded = np.pad(x, ((0, n_pad), (0, 0)))
    mean = weights @ padded / len(padded)
    deviation = padded - mean
    return mean, np.einsum("ij,ij->j", deviation, deviation) / len(padded)


class LayerNorm(nn.Module):
    def __init__(self, d_model: int, eps: float) -> None:
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def normalised(self, x):
        centred = x - x.mean(-1, True)
        return centred / (centred.pow(2).mean(-1, True) + self.eps).sqrt()

    def forward(self, x):
        return torch.addcmul(self.beta, self.gamma, self.normalised(x))
