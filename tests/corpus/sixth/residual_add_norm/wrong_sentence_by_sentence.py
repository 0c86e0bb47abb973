# wrong: with three axes the functions go through the batch one sentence at a time: sublayer and norm are called once a sentence, not once on the whole.
import numpy as np
import torch
from torch import nn


def _add(x, change):
    total = np.array(x, copy=True)
    total += np.asarray(change)
    return total


def post_norm(x, sublayer, norm):
    if x.ndim > 2:
        return np.stack([post_norm(sentence, sublayer, norm) for sentence in x])
    total = _add(x, sublayer(x))
    return np.array(norm(total))


def pre_norm(x, sublayer, norm):
    if x.ndim > 2:
        return np.stack([pre_norm(sentence, sublayer, norm) for sentence in x])
    change = sublayer(norm(x))
    return _add(x, change)


def residual_stack(x, layers):
    current = np.array(x, copy=True)
    for layer in layers:
        change = layer(current)
        current = _add(current, change)
    return current


class AddNorm(nn.Module):
    def __init__(self, d_model: int, norm_first: bool) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(d_model)
        self.norm_first = norm_first

    def forward(self, x, sublayer):
        entrance = self.norm(x) if self.norm_first else x
        total = torch.add(x, sublayer(entrance))
        return total if self.norm_first else self.norm(total)
