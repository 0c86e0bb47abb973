# wrong: pre_norm sends every token alone through norm and sublayer; a sublayer that mixes positions shows it.
import numpy as np
import torch
from torch import nn


def post_norm(x, sublayer, norm):
    return norm(x + sublayer(x))


def pre_norm(x, sublayer, norm):
    tokens = x.reshape(-1, 1, x.shape[-1])
    changes = [sublayer(norm(token)) for token in tokens]
    return x + np.concatenate(changes).reshape(x.shape)


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
        if self.norm_first:
            return x + sublayer(self.norm(x))
        return self.norm(x + sublayer(x))
