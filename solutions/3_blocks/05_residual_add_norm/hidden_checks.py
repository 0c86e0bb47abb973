import numpy as np
import torch
from torch import nn
from torch.nn import functional

from grader.checks import check, inject


def norm(v):
    return functional.layer_norm(torch.tensor(np.array(v, dtype=float)), (7,), eps=0.5).numpy()


@check(
    "post-norm of a sublayer that hands back its very input is right, and x stays as it was",
    axes="position feature; position feature",
)
def identity_sublayer(impl, rng):
    x = rng.normal(size=(5, 7))
    out = impl.post_norm(x, lambda v: v, norm)
    return out, x


@check("in pre-norm a constant added to a whole token goes through: only the branch loses it")
def constant_goes_through(impl, rng):
    x, W = rng.normal(size=(5, 7)), rng.normal(size=(7, 7))
    shift = np.arange(5)[:, None]
    outs = [impl.pre_norm(start, lambda v: np.tanh(np.array(v) @ W), norm) for start in (x, x + shift)]
    return {"x": outs[0], "x + constant": outs[1]}


@check(
    "a stack of one layer and of nine, on a single vector, which stays as it was if a layer hands it back",
    axes="feature; feature; feature; feature",
)
def other_depths(impl, rng):
    W = 0.3 * rng.normal(size=(9, 7, 7))
    layers = [lambda v, M=M: np.tanh(np.array(v) @ M) for M in W]
    x = rng.normal(size=7)
    one, nine = impl.residual_stack(x, layers[:1]), impl.residual_stack(x, layers)
    return one, nine, impl.residual_stack(x, [lambda v: v, layers[0]]), x


@check("the module takes another module as its sublayer, and a transposed view as x", axes="; ")
def module_around_a_module(impl, rng):
    sublayer = inject(nn.Sequential(nn.Linear(7, 11), nn.ReLU(), nn.Linear(11, 7)), rng)
    x = torch.tensor(rng.normal(size=(2, 5, 7))).transpose(0, 1)
    post, pre = (inject(impl.AddNorm(7, norm_first), rng) for norm_first in (False, True))
    return post(x, sublayer), pre(x, sublayer)
