import numpy as np
import torch
from torch import nn
from torch.nn import functional

from grader.checks import check, inject

LONG, WIDE = (300, 2), (2, 300)


def norm(v):
    v = torch.tensor(np.array(v, dtype=float))
    return 0.01 * functional.layer_norm(v, v.shape[-1:], eps=0.5).numpy()


def shifting_norm(v):
    """A norm that shifts: zeros do not stay zeros."""
    return norm(v) + np.arange(v.shape[-1])


def small_sublayer(v):
    """About 0.01 for numbers around 1."""
    return 0.01 * np.tanh(np.array(v, dtype=float))[..., ::-1]


def mixing_sublayer(v):
    """Looks along the first axis, whatever the array is: it must come as it is."""
    return np.tanh(v) + np.mean(v, axis=0)


def large_sublayer(v):
    """About 10000: nothing may be cut off."""
    return 1e4 * np.tanh(np.array(v, dtype=float))[..., ::-1]


def small(rng, shape):
    return 0.01 * rng.normal(size=shape)


@check("post-norm of one vector, four axes, 300 words or features, and with a sublayer that returns its very input")
def identity_sublayer(impl, rng):
    return {
        "handed back": impl.post_norm(rng.normal(size=(5, 7)), lambda v: v, norm),
        "handed back by both": impl.post_norm(rng.normal(size=(5, 7)), lambda v: v, lambda v: v),
        "large changes": impl.post_norm(rng.normal(size=(5, 7)), large_sublayer, norm),
        "one vector": impl.post_norm(rng.normal(size=7), np.tanh, norm),
        "four axes": impl.post_norm(rng.normal(size=(2, 2, 3, 7)), mixing_sublayer, norm),
        "all zeros": impl.post_norm(np.zeros((5, 7)), lambda v: np.array(v) + 1, shifting_norm),
        "300 words": impl.post_norm(small(rng, LONG[::-1]).T, small_sublayer, norm),
        "300 features": impl.post_norm(small(rng, WIDE[::-1]).T, small_sublayer, norm),
    }


@check("pre-norm of one vector, four axes, 300 words or features, and with a sublayer that returns its very input")
def pre_norm_on_a_view(impl, rng):
    return {
        "handed back": impl.pre_norm(rng.normal(size=(5, 7)), lambda v: v, norm),
        "handed back by both": impl.pre_norm(rng.normal(size=(5, 7)), lambda v: v, lambda v: v),
        "large changes": impl.pre_norm(rng.normal(size=(5, 7)), large_sublayer, norm),
        "one vector": impl.pre_norm(rng.normal(size=7), np.tanh, norm),
        "four axes": impl.pre_norm(rng.normal(size=(2, 2, 3, 7)), mixing_sublayer, norm),
        "all zeros": impl.pre_norm(np.zeros((5, 7)), lambda v: np.array(v) + 1, shifting_norm),
        "300 words": impl.pre_norm(small(rng, LONG[::-1]).T, small_sublayer, norm),
        "300 features": impl.pre_norm(small(rng, WIDE[::-1]).T, small_sublayer, norm),
    }


@check("in pre-norm a constant added to a whole token goes through: only the side path loses it")
def constant_goes_through(impl, rng):
    x, W = rng.normal(size=(5, 7)), rng.normal(size=(7, 7))
    shift = np.arange(5)[:, None]
    outs = [impl.pre_norm(start, lambda v: np.tanh(100 * np.array(v) @ W), norm) for start in (x, x + shift)]
    return {"x": outs[0], "x + constant": outs[1]}


@check("a stack of 0, 1, 9 and 27 layers, on a single vector, and on views of 300 words or features")
def other_depths(impl, rng):
    layers = [lambda v, M=M: np.tanh(np.array(v) @ M) for M in 0.3 * rng.normal(size=(9, 7, 7))]
    x = rng.normal(size=7)
    return {
        "no layer": impl.residual_stack(x, []),
        "one layer": impl.residual_stack(x, layers[:1]),
        "nine layers": impl.residual_stack(x, tuple(layers)),
        "27 layers": impl.residual_stack(0.1 * x, [lambda v, f=f: 0.02 * layers[f % 9](v) for f in range(27)]),
        "a silent layer between": impl.residual_stack(x, [layers[0], lambda v: 0 * v, large_sublayer, layers[1]]),
        "the same layer again": impl.residual_stack(x, [layers[0], layers[1], layers[0]]),
        "handed back": impl.residual_stack(x, [lambda v: v, layers[0]]),
        "300 words": impl.residual_stack(small(rng, LONG[::-1]).T, [small_sublayer] * 2),
        "300 features": impl.residual_stack(small(rng, WIDE[::-1]).T, [small_sublayer] * 2),
    }


@check("the module takes another module as its sublayer, a transposed view as x, and 300 words or features")
def module_around_a_module(impl, rng):
    sublayer = inject(nn.Sequential(nn.Linear(7, 11), nn.ReLU(), nn.Linear(11, 7)), rng)
    x = torch.tensor(rng.normal(size=(2, 5, 7))).transpose(0, 1)
    long = rng.normal(size=LONG)
    long[:, 1] += 9  # no two features are nearly equal
    found = {}
    for norm_first in (False, True):
        found[f"norm_first={norm_first}"] = {
            "around a module": inject(impl.AddNorm(7, norm_first), rng)(x, sublayer),
            "handed back": inject(impl.AddNorm(7, norm_first), rng)(x, lambda v: v),
            "large changes": inject(impl.AddNorm(7, norm_first), rng)(x, lambda v: 1e4 * torch.tanh(v)),
            "300 words": impl.AddNorm(2, norm_first)(torch.tensor(long), torch.tanh),
            "300 features": impl.AddNorm(300, norm_first)(torch.tensor(rng.normal(size=WIDE)), torch.tanh),
        }
    return found


@check("the module calls its sublayer once, and its norm has the library's eps: it shows in tiny numbers")
def module_tiny_numbers(impl, rng):
    found = {}
    for norm_first in (False, True):
        calls = []
        module = inject(impl.AddNorm(7, norm_first), rng)
        out = module(torch.tensor(1e-3 * rng.normal(size=(2, 5, 7))), lambda v, calls=calls: calls.append(v) or 0.5 * v)
        found[f"norm_first={norm_first}"] = {"result": out, "calls of the sublayer": len(calls)}
    return found
