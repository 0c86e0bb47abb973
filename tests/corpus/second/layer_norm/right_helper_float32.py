# right: one helper for both directions, float32 inside after taking the first entry away
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


def _columns(x, eps):
    t = x - x[:1]
    t = t - t.mean(0)
    return t / np.sqrt((t * t).mean(0) + eps)


def batch_norm(x, gamma, beta, eps):
    return _columns(x, eps) * gamma + beta


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
