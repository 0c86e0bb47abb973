# right: running mean and sum of squares (Welford) along the axis, and an autograd function with the gradient derived by hand.
import numpy as np
import torch
from torch import nn


class Running:
    """Mean and sum of squared deviations, taking one slice after the other."""

    def __init__(self):
        self.n, self.mean, self.m2 = 0, 0.0, 0.0

    def see(self, value):
        self.n += 1
        before = value - self.mean
        self.mean = self.mean + before / self.n
        self.m2 = self.m2 + before * (value - self.mean)

    @property
    def variance(self):
        return self.m2 / self.n


def _run(slices):
    statistics = Running()
    for s in slices:
        statistics.see(np.asarray(s, dtype=np.float64))
    return statistics


def layer_norm(x, gamma, beta, eps):
    r = _run(x[..., j] for j in range(x.shape[-1]))
    columns = [gamma[j] * (x[..., j] - r.mean) / np.sqrt(r.variance + eps) + beta[j] for j in range(x.shape[-1])]
    return np.stack(columns, axis=-1)


def batch_norm(x, gamma, beta, eps):
    r = _run(x)
    return (x - r.mean) * (gamma / np.sqrt(r.variance + eps)) + beta


def padded_statistics(x, n_pad):
    r = _run(x)
    nothing = np.zeros(x.shape[1])
    for _ in range(n_pad):
        r.see(nothing)
    return r.mean, r.variance


class _Normalise(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, eps):
        mean = x.mean(-1, keepdim=True)
        centred = x - mean
        rstd = (centred.square().mean(-1, keepdim=True) + eps).rsqrt()
        y = centred * rstd
        ctx.save_for_backward(y, rstd)
        return y

    @staticmethod
    def backward(ctx, g):
        y, rstd = ctx.saved_tensors
        dx = rstd * (g - g.mean(-1, keepdim=True) - y * (g * y).mean(-1, keepdim=True))
        return dx, None


class LayerNorm(nn.Module):
    def __init__(self, d_model: int, eps: float) -> None:
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x):
        return _Normalise.apply(x, self.eps) * self.gamma + self.beta
