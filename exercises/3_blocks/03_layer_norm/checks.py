import numpy as np
import torch

from grader.checks import check, inject


def gradients(out, weights, **inputs):
    """Gradient of sum(weights * out) for each input, and whether one arrives at all: a cut graph shows as such."""
    out = torch.as_tensor(out)
    found = [None] * len(inputs)
    if out.requires_grad:
        found = torch.autograd.grad((out * weights).sum(), list(inputs.values()), allow_unused=True)
    arrives = {f"a gradient reaches {name}": g is not None for name, g in zip(inputs, found, strict=True)}
    return arrives, *(torch.zeros_like(i) if g is None else g for i, g in zip(inputs.values(), found, strict=True))


@check("layer norm of the worked table goes row by row, with the variance divided by n", axes="token feature")
def worked_rows(impl, rng):
    z = np.array([[7.0, 5, 4], [2, 3, 4], [1, 2, 3], [7, 5, 6], [3, 3, 4]])
    return impl.layer_norm(z, np.ones(3), np.zeros(3), 1e-9)


@check("the single vector [1, 0, 0, 0] becomes 1.732 and three times -0.577", axes="feature")
def one_hot_token(impl, rng):
    return impl.layer_norm(np.array([1.0, 0, 0, 0]), np.ones(4), np.zeros(4), 1e-9)


@check("eps is added to the variance, inside the root", axes="token feature")
def eps_inside_the_root(impl, rng):
    x = 0.3 * rng.normal(size=(5, 7))
    return impl.layer_norm(x, np.ones(7), np.zeros(7), 0.1)


@check("the normalised values are multiplied by gamma, then beta is added, feature by feature", axes="token feature")
def gamma_and_beta(impl, rng):
    x = 3 * rng.normal(size=(5, 7)) + 1
    return impl.layer_norm(x, rng.normal(size=7) + 2, rng.normal(size=7), 1e-5)


@check("in a batch of sequences every token is normalised on its own", axes="batch position feature")
def each_token_alone(impl, rng):
    scale = 1 + np.arange(5)[:, None]  # tokens of one sequence differ in size and in mean
    x = scale * (rng.normal(size=(2, 5, 7)) + 1)
    return impl.layer_norm(x, np.ones(7), np.zeros(7), 1e-5)


@check("a token whose features are all equal, such as padding zeros, comes out as beta", axes="token feature")
def constant_token_gives_beta(impl, rng):
    x = np.stack([1000 * rng.normal(size=7), np.full(7, 3.0), np.zeros(7)])
    return impl.layer_norm(x, rng.normal(size=7) + 2, rng.normal(size=7), 0.01)


@check(
    "the three items of the statement come out right, and the caller's array stays as it was",
    axes="item feature; item feature",
)
def input_unchanged(impl, rng):
    items = np.array(
        [
            [50.147, 3314.825, 8463.361, 8.021],
            [1242.223, 688.123, 434.944, 149.442],
            [9.370, 4606.674, 944.705, 21189.444],
        ]
    )
    out = impl.layer_norm(items, np.ones(4), np.zeros(4), 1e-5)
    return out, items


@check("batch norm of the worked table goes column by column, with the variance divided by n", axes="item feature")
def worked_columns(impl, rng):
    z = np.array([[7.0, 5, 4], [2, 3, 4], [1, 2, 3], [7, 5, 6], [3, 3, 4]])
    return impl.batch_norm(z, np.ones(3), np.zeros(3), 1e-9)


@check(
    "batch norm puts eps inside the root and applies gamma and beta to each feature",
    axes="item feature",
    follows="worked_columns",
)
def batch_norm_uses_everything(impl, rng):
    x = 0.3 * rng.normal(size=(5, 7)) + 1
    return impl.batch_norm(x, rng.normal(size=7) + 2, rng.normal(size=7), 0.1)


@check("eleven rows of padding pull each feature's mean to zero and change its variance", axes="feature; feature")
def padding_moves_the_statistics(impl, rng):
    x = 0.5 * rng.normal(size=(5, 3)) + np.array([2.0, -3.0, 1.0])
    return impl.padded_statistics(x, 11)


@check("the module computes the formula with its own gamma, beta and eps", axes="batch position feature")
def module_forward(impl, rng):
    module = inject(impl.LayerNorm(7, 0.1), rng)
    scale = 0.3 * (1 + np.arange(5)[:, None])
    return module(torch.tensor(scale * (rng.normal(size=(2, 5, 7)) + 1)))


@check(
    "gradients flow back through the module to its input, gamma and beta",
    axes="; batch position feature; feature; feature",
)
def module_gradients(impl, rng):
    module = inject(impl.LayerNorm(7, 1e-5), rng)
    x = torch.tensor(rng.normal(size=(2, 5, 7)), requires_grad=True)
    weights = torch.tensor(rng.normal(size=(2, 5, 7)))
    return gradients(module(x), weights, x=x, gamma=module.gamma, beta=module.beta)
