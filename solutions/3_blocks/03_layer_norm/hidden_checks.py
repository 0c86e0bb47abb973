import numpy as np
import torch

from grader.checks import check, inject

LONG, WIDE = (300, 2), (2, 300)


@check("layer norm works with four axes, on a transposed view, and with 300 tokens or features")
def four_axes(impl, rng):
    x = rng.normal(size=(2, 5, 3, 7)) + np.arange(3)[:, None]
    return {
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
    "the padded statistics hold with no padding, with a hundred rows of it, and for 300 features",
    parts="table (mean: feature; variance: feature)",
)
def none_and_much_padding(impl, rng):
    x, wide = rng.normal(size=(4, 3)) + 5, rng.normal(size=(300, 2)).T + 1
    return [impl.padded_statistics(x, 0), impl.padded_statistics(x, 103), impl.padded_statistics(wide, 5)]


@check("the gradient of a token whose features are all equal is a number, never NaN", axes="token feature")
def constant_token_gradient(impl, rng):
    module = inject(impl.LayerNorm(7, 0.1), rng)
    x = torch.tensor(np.stack([rng.normal(size=7), np.full(7, 3.0), np.zeros(7)]), requires_grad=True)
    weights = torch.tensor(rng.normal(size=(3, 7)))
    out = torch.as_tensor(module(x))
    if not out.requires_grad:
        return torch.zeros_like(x)
    (found,) = torch.autograd.grad((out * weights).sum(), (x,), allow_unused=True)
    return torch.zeros_like(x) if found is None else found


@check("a new module only normalises (gamma 1, beta 0): a transposed view, 300 tokens, 300 features")
def fresh_module(impl, rng):
    x = torch.tensor(2 * rng.normal(size=(3, 5, 7)) + 1)
    return {
        "a view": impl.LayerNorm(7, 0.1)(x.transpose(0, 1)),
        "300 tokens": impl.LayerNorm(2, 0.1)(torch.tensor(rng.normal(size=LONG))),
        "300 features": impl.LayerNorm(300, 0.1)(torch.tensor(rng.normal(size=WIDE))),
    }
