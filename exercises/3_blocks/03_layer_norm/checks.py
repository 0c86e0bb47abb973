import numpy as np
import torch

from grader.checks import check, inject


def table():
    """The table z of the statement."""
    return np.array([[7.0, 5, 4], [2, 3, 4], [1, 2, 3], [7, 5, 6], [3, 3, 4]])


def far_from_zero(rng, *shape):
    """Single-precision numbers of small variance around 10000. They are whole, so that sums of a few are exact."""
    return (10000 + rng.randint(-9, 10, size=shape)).astype(np.float32)


def gradients(out, weights, **inputs):
    """Gradient of sum(weights * out) for each input, and whether one arrives at all: a cut graph shows as such."""
    out = torch.as_tensor(out)
    found = [None] * len(inputs)
    if out.requires_grad:
        found = torch.autograd.grad((out * weights).sum(), list(inputs.values()), allow_unused=True)
    arrives = {
        f"the gradient of {name}": "missing" if g is None else "there" for name, g in zip(inputs, found, strict=True)
    }
    return arrives, *(torch.zeros_like(i) if g is None else g for i, g in zip(inputs.values(), found, strict=True))


@check("layer norm of the worked table goes row by row, with the variance divided by n", axes="token feature")
def worked_rows(impl, rng):
    return impl.layer_norm(table(), np.ones(3), np.zeros(3), 1e-9)


@check("the single vector [1, 0, 0, 0] becomes 1.732 and three times -0.577", axes="feature")
def one_hot_token(impl, rng):
    return impl.layer_norm(np.array([1.0, 0, 0, 0]), np.ones(4), np.zeros(4), 1e-9)


@check("eps is added to the variance, inside the root", axes="token feature")
def eps_inside_the_root(impl, rng):
    x = 0.3 * rng.normal(size=(5, 7))
    return impl.layer_norm(x, np.ones(7), np.zeros(7), 0.1)


@check("the normalised values are multiplied by gamma, then beta is added, feature by feature", axes="token feature")
def gamma_and_beta(impl, rng):
    x, gamma = 3 * rng.normal(size=(5, 7)) + 1, rng.normal(size=7) + 2
    gamma[rng.randint(7)] = 0  # this feature is switched off: only beta is left of it
    return {
        "a gamma of 0": impl.layer_norm(x, gamma, rng.normal(size=7), 1e-5),
        "another gamma and beta": impl.layer_norm(x, rng.normal(size=7) + 2, rng.normal(size=7), 1e-5),
    }


@check("in a batch of sequences every token is normalised on its own", axes="batch position feature")
def each_token_alone(impl, rng):
    scale = 1 + np.arange(5)[:, None]  # tokens of one sequence differ in size and in mean
    x = scale * (rng.normal(size=(2, 5, 7)) + 1)
    return impl.layer_norm(x, np.ones(7), np.zeros(7), 1e-5)


@check("layer norm takes axes of length 1, and as many tokens as features")
def equal_and_single_axes(impl, rng):
    shapes = {"one token": (1, 1, 7), "five tokens of five features": (5, 5, 5), "one feature": (4, 1)}
    return {
        name: impl.layer_norm(2 * rng.normal(size=shape), *rng.normal(size=(2, shape[-1])), 0.1)
        for name, shape in shapes.items()
    }


@check("a token whose features are all equal, such as padding zeros, comes out as beta", axes="token feature")
def constant_token_gives_beta(impl, rng):
    x = np.stack([1000 * rng.normal(size=7), np.full(7, 3.0), np.zeros(7)])
    return impl.layer_norm(x, rng.normal(size=7) + 2, rng.normal(size=7), 0.01)


@check("the three items of the statement come out right", axes="item feature")
def worked_items(impl, rng):
    items = np.array(
        [
            [50.147, 3314.825, 8463.361, 8.021],
            [1242.223, 688.123, 434.944, 149.442],
            [9.370, 4606.674, 944.705, 21189.444],
        ]
    )
    return impl.layer_norm(items, np.ones(4), np.zeros(4), 1e-9)


@check("batch norm of the worked table goes column by column, with the variance divided by n", axes="item feature")
def worked_columns(impl, rng):
    return impl.batch_norm(table(), np.ones(3), np.zeros(3), 1e-9)


@check(
    "batch norm puts eps inside the root and applies gamma and beta to each feature",
    axes="item feature",
    follows="worked_columns",
)
def batch_norm_uses_everything(impl, rng):
    x = 0.3 * rng.normal(size=(5, 7)) + 0.3
    x[rng.randint(5)] = 0  # an item of zeros is an item all the same
    gamma = rng.normal(size=7) + 2
    gamma[rng.randint(7)] = 0
    return {
        "a gamma of 0": impl.batch_norm(x, gamma, rng.normal(size=7), 0.1),
        "another gamma and beta": impl.batch_norm(x, rng.normal(size=7) + 2, rng.normal(size=7), 0.1),
    }


@check("batch norm takes a single feature, and as many items as features", axes="item feature")
def batch_norm_equal_and_single_axes(impl, rng):
    shapes = {"five items of five features": (5, 5), "one feature": (4, 1)}
    return {
        name: impl.batch_norm(2 * rng.normal(size=shape), *rng.normal(size=(2, shape[-1])), 0.1)
        for name, shape in shapes.items()
    }


@check(
    "numbers around 10000 in single precision keep their digits: the mean goes before anything is squared",
    precision=True,
)
def digits_are_kept(impl, rng):
    x = far_from_zero(rng, 8, 4)
    gamma, beta = np.ones(4, np.float32), np.zeros(4, np.float32)
    return {"layer norm": impl.layer_norm(x, gamma, beta, 0.1), "batch norm": impl.batch_norm(x, gamma, beta, 0.1)}


@check(
    "a hundred rows of padding turn the worked words' statistics into those of the statement",
    parts="no padding (mean: feature; variance: feature); 100 rows of padding (mean: feature; variance: feature)",
)
def worked_padding(impl, rng):
    return [impl.padded_statistics(table()[:3], n_pad) for n_pad in (0, 100)]


@check(
    "eleven rows of padding pull each feature's mean to zero and change its variance",
    parts="table (mean: feature; variance: feature)",
)
def padding_moves_the_statistics(impl, rng):
    tables = [0.5 * rng.normal(size=(5, 3)) + rng.permutation([2.0, -3.0, 1.0]) for _ in range(2)]
    tables[1][rng.randint(5)] = 0  # a word of zeros is a word all the same
    return [impl.padded_statistics(x, 11) for x in tables]


@check(
    "the padded statistics of one word, of one feature and of a square table are right",
    parts="one word (mean: feature; variance: feature); one feature (mean: feature; variance: feature); "
    "square (mean: feature; variance: feature)",
)
def padded_equal_and_single_axes(impl, rng):
    return [impl.padded_statistics(rng.normal(size=shape) + 2, 2) for shape in ((1, 3), (4, 1), (5, 5))]


@check("the module computes the formula with its own gamma, beta and eps", axes="batch position feature")
def module_forward(impl, rng):
    module = inject(impl.LayerNorm(7, 0.1), rng)
    scale = 0.3 * (1 + np.arange(5)[:, None])
    return module(torch.tensor(scale * (rng.normal(size=(2, 5, 7)) + 1)))


@check("the module takes any shape, in both modes, and keeps nothing for the next call", follows="module_forward")
def module_called_again(impl, rng):
    module = inject(impl.LayerNorm(7, 0.1), rng)
    shapes = {"a batch": (2, 5, 7), "another batch": (2, 5, 7), "one token": (1, 1, 7), "as many of each": (7, 7, 7)}
    found = {name: module(torch.tensor(rng.normal(size=shape) + 1)) for name, shape in shapes.items()}
    module.eval()  # the formula is the same
    return found | {"in eval mode": module(torch.tensor(rng.normal(size=(5, 7)) + 1))}


@check("the module, too, keeps the digits of numbers around 10000 in single precision", precision=True)
def module_digits_are_kept(impl, rng):
    return impl.LayerNorm(4, 0.1).float()(torch.tensor(far_from_zero(rng, 8, 4)))


@check(
    "gradients flow back through the module to its input, gamma and beta",
    parts="result; x: batch position feature; gamma: feature; beta: feature",
)
def module_gradients(impl, rng):
    module = inject(impl.LayerNorm(7, 1e-5), rng)
    x = torch.tensor(rng.normal(size=(2, 5, 7)), requires_grad=True)
    weights = torch.tensor(rng.normal(size=(2, 5, 7)))
    return gradients(module(x), weights, x=x, gamma=module.gamma, beta=module.beta)
