"""The numbers of the sources and of the statement, against the reference of `feed_forward`."""

import numpy as np
import torch

from tests.content.reference import reference

ffn = reference("feed_forward")

X = np.array([[1.0, 2], [-1, 1], [2, -1]])
W_1, B_1 = np.array([[1.0, -1, 2], [1, 1, -1]]), np.array([0.0, -1, 1])
W_2, B_2 = np.array([[1.0, 0], [2, -1], [0, 1]]), np.array([-2.0, 2])


def test_three_words_go_from_512_to_2048_and_back():
    module = ffn.FeedForward(512, 2048)
    x = torch.ones(3, 512)
    assert module.linear_1(x).shape == (3, 2048)
    assert module(x).shape == (3, 512)
    out = ffn.feed_forward(np.ones((3, 512)), np.ones((512, 2048)), np.ones(2048), np.ones((2048, 512)), np.ones(512))
    assert out.shape == (3, 512)


def test_the_counts_of_the_statement():
    assert 512 * 2048 == 1_048_576
    assert ffn.parameter_count(512, 2048) == 2_099_712
    assert ffn.parameter_count(2, 3) == 17
    assert 2 * 512 * 2048 == 2 * (4 * 512 * 512)


def test_the_count_is_that_of_the_module():
    module = ffn.FeedForward(512, 2048)
    assert sum(p.numel() for p in module.parameters()) == ffn.parameter_count(512, 2048)


def test_the_worked_example():
    hidden = X @ W_1 + B_1
    np.testing.assert_array_equal(hidden, [[3, 0, 1], [0, 1, -2], [1, -4, 6]])
    np.testing.assert_array_equal(np.maximum(hidden, 0), [[3, 0, 1], [0, 1, 0], [1, 0, 6]])
    np.testing.assert_array_equal(ffn.feed_forward(X, W_1, B_1, W_2, B_2), [[1, 3], [0, 1], [-1, 8]])


def test_the_worked_example_with_no_relu_is_one_layer():
    without = (X @ W_1 + B_1) @ W_2 + B_2
    np.testing.assert_array_equal(without, [[1, 3], [0, -1], [-9, 12]])
    merged, b = ffn.merge_linear(W_1, B_1, W_2, B_2)
    np.testing.assert_array_equal(merged, [[-1, 3], [3, -2]])
    np.testing.assert_array_equal(b, [-4, 4])
    np.testing.assert_array_equal(X @ merged + b, without)


def test_the_module_of_the_worked_example_agrees_with_the_function():
    module = ffn.FeedForward(2, 3)
    with torch.no_grad():
        for layer, weight, bias in ((module.linear_1, W_1, B_1), (module.linear_2, W_2, B_2)):
            layer.weight.copy_(torch.tensor(weight.T))
            layer.bias.copy_(torch.tensor(bias))
    np.testing.assert_array_equal(module(torch.tensor(X).float()).detach(), [[1, 3], [0, 1], [-1, 8]])
