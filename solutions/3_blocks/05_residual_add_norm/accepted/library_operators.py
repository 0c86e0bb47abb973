"""PyTorch adds and normalises; a stack is a fold."""

from functools import reduce

import torch
from torch import nn
from torch.nn import functional


def post_norm(x, sublayer, norm):
    return norm(torch.add(torch.as_tensor(x), torch.as_tensor(sublayer(x))))


def pre_norm(x, sublayer, norm):
    return torch.add(torch.as_tensor(x), torch.as_tensor(sublayer(norm(x))))


def residual_stack(x, layers):
    return torch.as_tensor(reduce(lambda state, layer: state + layer(state), layers, x))


class AddNorm(nn.Module):
    def __init__(self, d_model, norm_first):
        super().__init__()
        self.norm = nn.LayerNorm(d_model)
        self.norm_first = norm_first

    def forward(self, x, sublayer):
        def norm(v):
            return functional.layer_norm(v, v.shape[-1:], self.norm.weight, self.norm.bias, self.norm.eps)

        return torch.add(x, sublayer(norm(x))) if self.norm_first else norm(torch.add(x, sublayer(x)))
