# wrong: in eval mode the module takes a running mean and variance, as batch norm does; shows after eval().
import numpy as np
import torch
from torch import nn


def layer_norm(x, gamma, beta, eps):
    mean = x.mean(axis=-1, keepdims=True)
    variance = ((x - mean) ** 2).mean(axis=-1, keepdims=True)
    normalised = (x - mean) / np.sqrt(variance + eps)
    return gamma * normalised + beta


def batch_norm(x, gamma, beta, eps):
    mean = x.mean(axis=0)
    variance = ((x - mean) ** 2).mean(axis=0)
    normalised = (x - mean) / np.sqrt(variance + eps)
    return gamma * normalised + beta


def padded_statistics(x, n_pad):
    padding = np.zeros((n_pad, x.shape[1]))
    padded = np.concatenate([x, padding])
    mean = padded.mean(axis=0)
    variance = ((padded - mean) ** 2).mean(axis=0)
    return (mean, variance)


class LayerNorm(nn.Module):
    def __init__(self, d_model, eps):
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.eps = eps
        self.register_buffer("running_mean", torch.zeros(1))
        self.register_buffer("running_var", torch.ones(1))

    def forward(self, x):
        if self.training:
            mean = x.mean(-1, keepdim=True)
            var = x.var(-1, keepdim=True, correction=0)
            self.running_mean = 0.9 * self.running_mean + 0.1 * mean.detach().mean()
            self.running_var = 0.9 * self.running_var + 0.1 * var.detach().mean()
        else:
            mean, var = self.running_mean, self.running_var
        return self.gamma * (x - mean) / torch.sqrt(var + self.eps) + self.beta
