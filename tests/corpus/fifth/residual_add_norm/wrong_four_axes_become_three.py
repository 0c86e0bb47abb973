# wrong: post_norm and pre_norm hand the sublayer three axes where x has four; shows for one that looks along the first axis.
import torch
from torch import nn


def post_norm(x, sublayer, norm):
    flat = x.reshape(-1, *x.shape[-2:]) if x.ndim > 3 else x
    return norm(flat + sublayer(flat)).reshape(x.shape)


def pre_norm(x, sublayer, norm):
    flat = x.reshape(-1, *x.shape[-2:]) if x.ndim > 3 else x
    return (flat + sublayer(norm(flat))).reshape(x.shape)


def residual_stack(x, layers):
    for layer in layers:
        x = layer(x) + x
    return x


class AddNorm(nn.Module):

    def __init__(self, d_model, norm_first):
        super().__init__()
        self.norm = nn.LayerNorm(d_model)
        self.norm_first = norm_first

    def forward(self, x, sublayer):
        if self.norm_first:
            return x + sublayer(self.norm(x))
        return self.norm(x + sublayer(x))
