# wrong: residual_stack reverses a list in place to pop from it; a tuple of layers, also a Sequence, raises an error.
import torch
from torch import nn


def post_norm(x, sublayer, norm):
    added = x + sublayer(x)
    return norm(added)


def pre_norm(x, sublayer, norm):
    branch = sublayer(norm(x))
    return x + branch


def residual_stack(x, layers):
    layers.reverse()
    todo = layers[:]
    layers.reverse()
    while todo:
        x = todo.pop()(x) + x
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
