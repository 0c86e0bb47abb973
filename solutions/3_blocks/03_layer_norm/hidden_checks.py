import numpy as np
import torch

from grader.checks import check, inject

LONG, WIDE = (300, 2), (2, 300)


@check("layer norm works with four and five axes, on a transposed view, and with 300 tokens or features")
def four_axes(impl, rng):
    x = rng.normal(size=(2, 5, 3, 7)) + np.arange(3)[:, None]
    x[1, rng.randint(5), 2] = 0  # a token of zeros becomes beta
    return {
        "five axes": impl.layer_norm(x[:, None], rng.normal(size=7) + 2, rng.normal(size=7), 0.1),
        "four axes": impl.layer_norm(x.swapaxes(1, 2), rng.normal(size=7) + 2, rng.normal(size=7), 0.1),
        **{
            f"{shape[0]} tokens": impl.layer_norm(rng.normal(size=shape), *0.01 * rng.normal(size=(2, shape[1])), 0.1)
            for shape in (LONG, WIDE)
        },
    }


@check("batch norm works on a transposed view, and with 300 items or features", axes="item feature")
def many_items(impl, rng):
    return {
        f"{shape[0]} items": impl.batch_norm(
            rng.normal(size=shape[::-1]).T, *0.01 * rng.normal(size=(2, shape[1])), 0.1
        )
        for shape in (LONG, WIDE)
    }


@check(
    "the padded statistics are right with no padding, with thousands of rows of it, for 300 features, far from 0",
    parts="table (mean: feature; variance: feature)",
)
def none_and_much_padding(impl, rng):
    x, wide = rng.normal(size=(4, 3)) + 5, rng.normal(size=(300, 2)).T + 1
    x[3] = x[0]  # a word said twice counts twice
    tables = [(x, 0), (x, 103), (x, 3001), (wide, 5), (3000 + rng.randint(-64, 65, size=(4, 3)) / 64, 0)]
    return [impl.padded_statistics(*table) for table in tables]


@check("the gradient of a token whose features are all equal is a number, never NaN", axes="token feature")
def constant_token_gradient(impl, rng):
    module = inject(impl.LayerNorm(7, 0.1), rng).eval()
    x = torch.tensor(np.stack([rng.normal(size=7), np.full(7, 3.0), np.zeros(7)]), requires_grad=True)
    weights = torch.tensor(rng.normal(size=(3, 7)))
    out = torch.as_tensor(module(x))
    if not out.requires_grad:
        return torch.zeros_like(x)
    (found,) = torch.autograd.grad((out * weights).sum(), (x,), allow_unused=True)
    return torch.zeros_like(x) if found is None else found


@check("the module takes four axes, a transposed view, a single vector, a single feature, 300 tokens, 300 features")
def fresh_module(impl, rng):
    x = torch.tensor(2 * rng.normal(size=(3, 5, 7)) + 1)
    return {
        "a view": impl.LayerNorm(7, 0.1)(x.transpose(0, 1)),
        "four axes": impl.LayerNorm(7, 0.1)(torch.stack([x, 3 - x])),
        "300 tokens": impl.LayerNorm(2, 0.1)(torch.tensor(rng.normal(size=LONG))),
        "300 features": impl.LayerNorm(300, 0.1)(torch.tensor(rng.normal(size=WIDE))),
        "one feature": inject(impl.LayerNorm(1, 0.1), rng)(torch.tensor(rng.normal(size=(4, 1)))),
        "one vector": impl.LayerNorm(7, 0.1)(x[0, 0]),
    }


def outlier(rng, scale):
    """A token of 150 features, nearly all equal, and an ordinary one: both as tiny or as large as `scale`."""
    x = rng.normal(size=(2, 150))
    x[0, 1:] *= 0.01
    x[0, 0] = 3
    return scale * x


@check("tiny and enormous numbers are normalised alike, and one feature may be an outlier")
def any_magnitude(impl, rng):
    gamma, beta = rng.normal(size=(2, 150)) + 2
    return {
        name: impl.layer_norm(outlier(rng, scale), gamma, beta, 0.1 * scale**2)
        for name, scale in {"tiny": 1e-6, "enormous": 1e6}.items()
    }


@check("batch norm of tiny and enormous numbers, an outlier, a constant feature, equal items")
def batch_norm_unusual_items(impl, rng):
    gamma, beta = rng.normal(size=(2, 2)) + 2
    found = {
        name: impl.batch_norm(outlier(rng, scale).T, gamma, beta, 0.1 * scale**2)
        for name, scale in {"tiny": 1e-6, "enormous": 1e6}.items()
    }
    x = rng.normal(size=(4, 2))
    x[:, 0], x[1] = 3, x[0]
    return found | {"a constant feature, equal items": impl.batch_norm(x, gamma, beta, 0.1)}


@check("the module normalises tiny and enormous numbers alike, and one feature may be an outlier")
def module_any_magnitude(impl, rng):
    return {
        name: inject(impl.LayerNorm(150, 0.1 * scale**2), rng)(torch.tensor(outlier(rng, scale)))
        for name, scale in {"tiny": 1e-6, "enormous": 1e6}.items()
    }
