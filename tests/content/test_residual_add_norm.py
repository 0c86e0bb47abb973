"""The numbers of the sources and of the statement, against the reference of `residual_add_norm`."""

import numpy as np
import pytest
import torch
from torch.nn import functional

from tests.content.reference import reference

add_norm = reference("residual_add_norm")

X = np.array([[1.0, 2, 6], [4, 0, 2]])


def norm(v):
    return functional.layer_norm(torch.tensor(v), v.shape[-1:], eps=1e-9).numpy()


def mean_of_the_words(v):
    return np.stack([v.mean(axis=0)] * len(v))


def test_the_worked_example_of_post_norm():
    np.testing.assert_array_equal(mean_of_the_words(X), [[2.5, 1, 4], [2.5, 1, 4]])
    np.testing.assert_array_equal(X + mean_of_the_words(X), [[3.5, 3, 10], [6.5, 1, 6]])
    printed = [[-0.627, -0.784, 1.411], [0.805, -1.409, 0.604]]
    np.testing.assert_allclose(add_norm.post_norm(X, mean_of_the_words, norm), printed, atol=5e-4)


def test_the_worked_example_of_pre_norm():
    np.testing.assert_allclose(norm(X), [[-0.926, -0.463, 1.389], [1.225, -1.225, 0]], atol=5e-4)
    np.testing.assert_allclose(mean_of_the_words(norm(X)), [[0.149, -0.844, 0.694]] * 2, atol=5e-4)
    printed = [[1.149, 1.156, 6.694], [4.149, -0.844, 2.694]]
    np.testing.assert_allclose(add_norm.pre_norm(X, mean_of_the_words, norm), printed, atol=5e-4)


def test_z_plus_x_of_the_source_is_one_layer_of_the_stack():
    z = mean_of_the_words(X)
    np.testing.assert_array_equal(add_norm.residual_stack(X, [mean_of_the_words]), z + X)


def test_six_layers_of_a_tenth():
    np.testing.assert_allclose([0.1**6, 1.1**6], [0.000001, 1.771561])
    np.testing.assert_allclose(add_norm.residual_stack(X, [lambda v: 0.1 * v] * 6), 1.771561 * X)


def test_the_module_is_both_arrangements():
    for norm_first, function in ((False, add_norm.post_norm), (True, add_norm.pre_norm)):
        module = add_norm.AddNorm(3, norm_first).double()
        out = module(torch.tensor(X), lambda v: v.mean(dim=0, keepdim=True).expand(v.shape))
        np.testing.assert_allclose(out.detach(), function(X, mean_of_the_words, norm), atol=1e-4)


def arrangements():
    modules = {first: add_norm.AddNorm(8, first).double() for first in (False, True)}
    return {
        "F(x)": lambda x, layer: layer(x),
        "x + F(x)": lambda x, layer: add_norm.residual_stack(x, [layer]),
        "norm(x + F(x))": modules[False],
        "x + F(norm(x))": modules[True],
    }


MEASURED = {  # layers: 1, 6, 24; each number with half a unit of its last printed digit
    "F(x)": [(0.25, 5e-3), (0.0011, 5e-5), (1.3e-13, 5e-15)],
    "x + F(x)": [(0.96, 5e-3), (1.5, 5e-2), (2.5, 5e-2)],
    "norm(x + F(x))": [(1.1, 5e-2), (1.5, 5e-2), (1.5, 5e-2)],
    "x + F(norm(x))": [(0.98, 5e-3), (1.9, 5e-2), (3.2, 5e-2)],
}


@pytest.mark.parametrize("kind", MEASURED)
def test_the_measured_gradients(kind):
    rng = np.random.RandomState(0)
    layers = [torch.tensor(0.3 * rng.normal(size=(8, 8)) / np.sqrt(8)) for _ in range(24)]
    start, end = torch.tensor(rng.normal(size=(5, 8))), torch.tensor(rng.normal(size=(5, 8)))
    for depth, (printed, half_a_digit) in zip((1, 6, 24), MEASURED[kind], strict=True):
        x = start.clone().requires_grad_()
        out = x
        for weight in layers[:depth]:
            out = arrangements()[kind](out, lambda v, weight=weight: torch.tanh(v @ weight))
        (gradient,) = torch.autograd.grad((out * end).sum(), x)
        assert float(gradient.norm() / end.norm()) == pytest.approx(printed, abs=half_a_digit)
