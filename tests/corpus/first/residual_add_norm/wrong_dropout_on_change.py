# wrong: AddNorm.forward has dropout on the change as in the paper; values are random in training mode, right after eval()
from functools import reduce

from torch import nn


def residual(f):
    return lambda x: x + f(x)


def compose(*functions):
    return lambda x: reduce(lambda value, f: f(value), functions, x)


def post_norm(x, sublayer, norm):
    return compose(residual(sublayer), norm)(x)


def pre_norm(x, sublayer, norm):
    return residual(compose(norm, sublayer))(x)


def residual_stack(x, layers):
    return compose(*map(residual, layers))(x)


class AddNorm(nn.Module):
    def __init__(self, d_model, norm_first):
        super().__init__()
        self.norm = nn.LayerNorm(d_model)
        self.norm_first = norm_first

    def forward(self, x, sublayer):
        def thinned(y):
            return nn.functional.dropout(sublayer(y), 0.1, self.training)

        arrangement = pre_norm if self.norm_first else post_norm
        return arrangement(x, thinned, self.norm)
