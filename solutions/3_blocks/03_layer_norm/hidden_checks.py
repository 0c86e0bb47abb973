import numpy as np
import torch

from grader.checks import check, inject


@check("layer norm works with four axes too", axes="batch head position feature")
def four_axes(impl, rng):
    x = rng.normal(size=(2, 3, 5, 7)) + np.arange(3)[:, None, None]
    return impl.layer_norm(x, rng.normal(size=7) + 2, rng.normal(size=7), 0.1)


@check("the padded statistics hold with no padding and with a hundred rows of it")
def none_and_much_padding(impl, rng):
    x = rng.normal(size=(4, 3)) + 5
    return {"none": impl.padded_statistics(x, 0), "much": impl.padded_statistics(x, 103)}


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


@check("a new module only normalises (gamma 1, beta 0), on a transposed view too", axes="position batch feature")
def fresh_module(impl, rng):
    x = torch.tensor(2 * rng.normal(size=(3, 5, 7)) + 1)
    return impl.LayerNorm(7, 0.1)(x.transpose(0, 1))
