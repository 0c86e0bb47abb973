# wrong: the module normalises without the weight and bias of its norm, seen once these are not 1 and 0.
import numpy as np
import torch
from torch import nn


def post_norm(x, sublayer, norm):
    return norm(x + sublayer(x))


def pre_norm(x, sublayer, norm):
    return x + sublayer(norm(x))


def residual_stack(x, layers):
    for layer in layers:
        x = layer(x) + x
    return x


class AddNorm(nn.Module):
    def __init__(self, d_model: int, norm_first: bool) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(d_model)
        self.norm_first = norm_first

    def forward(self, x, sublayer):

        def norm(t):
            mean = t.mean(dim=-1, keepdim=True)
            variance = t.var(dim=-1, keepdim=True, unbiased=False)
            return (t - mean) / torch.sqrt(variance + self.norm.eps)

        return x + sublayer(norm(x)) if self.norm_first else norm(x + sublayer(x))
