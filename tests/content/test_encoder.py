"""The numbers of the statement, against the reference of `encoder`."""

import numpy as np
import pytest
import torch

from tests.content.reference import reference

X = np.array([[[3.0, 0, 0], [1, 2, 0], [2, 1, 3]]])
SAME = np.eye(3)
NORM = {"gamma": np.ones(3), "beta": np.zeros(3)}
WEIGHTS = {
    "attention": {"W_q": 0 * SAME, "W_k": 0 * SAME, "W_v": SAME, "W_o": SAME},
    "norm_1": NORM,
    "feed_forward": {"W_1": SAME, "b_1": np.zeros(3), "W_2": np.roll(SAME, 1, axis=1), "b_2": np.zeros(3)},
    "norm_2": NORM,
}
ALL = np.ones((1, 3), bool)


def test_the_steps_of_the_worked_block():
    module = reference("encoder")
    z = module.multi_head_attention(X, X, WEIGHTS["attention"], 1, ALL[:, None])
    np.testing.assert_allclose(z[0], [[2, 1, 1]] * 3)
    h = module.layer_norm(X + z, NORM)
    expected = [[1.4142, -0.7071, -0.7071], [0.7071, 0.7071, -1.4142], [0.7071, -1.4142, 0.7071]]
    np.testing.assert_allclose(h[0], expected, atol=5e-5)
    m = module.feed_forward(h, WEIGHTS["feed_forward"])
    np.testing.assert_allclose(m[0], [[0, 1.4142, 0], [0, 0.7071, 0.7071], [0.7071, 0.7071, 0]], atol=5e-5)


def test_the_worked_block():
    expected = [[1.0690, 0.2673, -1.3363], [0.2673, 1.0690, -1.3363], [1.0690, -1.3363, 0.2673]]
    np.testing.assert_allclose(reference("encoder").encoder_block(X, WEIGHTS, 1, ALL)[0], expected, atol=5e-5)


def test_the_worked_block_twice():
    out = reference("encoder").encoder(X, [WEIGHTS, WEIGHTS], 1, ALL)
    np.testing.assert_allclose(out[0, 0], [0.6328, 0.7789, -1.4117], atol=5e-5)


@pytest.mark.parametrize("third", [[2, 1, 3], [0, 0, 0], [-9, 70, 1]])
def test_the_worked_block_with_padding(third):
    x = X.copy()
    x[0, 2] = third
    module, keep = reference("encoder"), np.array([[True, True, False]])
    z = module.multi_head_attention(x, x, WEIGHTS["attention"], 1, keep[:, None])
    np.testing.assert_allclose(z[0, 0], [2, 1, 0], atol=1e-6)
    np.testing.assert_allclose(module.encoder_block(x, WEIGHTS, 1, keep)[0, 0], [0.9258, 0.4629, -1.3887], atol=5e-5)


def test_sizes_of_the_paper():
    module = reference("encoder")
    block = module.EncoderBlock(512, 8, 2048)
    assert block.linear_1.weight.T.shape == (512, 2048)
    assert block.linear_2.weight.T.shape == (2048, 512)
    x = torch.zeros(1, 3, 512)
    assert block.linear_1(x).shape == (1, 3, 2048)
    assert block(x, torch.ones(1, 3, dtype=torch.bool)).shape == (1, 3, 512)
    assert sum(p.numel() for p in block.parameters()) == 3_152_384
    six = module.Encoder(512, 8, 2048, 6)
    assert len(six.blocks) == 6
    assert sum(p.numel() for p in six.parameters()) == 18_914_304


def test_what_is_provided_keeps_the_kind_and_zeroes_rows_with_nothing_to_see():
    module = reference("encoder")
    keep = np.array([[[True, True, True], [False, False, False], [True, False, True]]])
    array = module.multi_head_attention(X, X, WEIGHTS["attention"], 1, keep)
    tensor = module.multi_head_attention(torch.tensor(X), X, WEIGHTS["attention"], 1, keep)
    assert isinstance(array, np.ndarray)
    assert isinstance(tensor, torch.Tensor)
    np.testing.assert_allclose(array[0], [[2, 1, 1], [0, 0, 0], [2.5, 0.5, 1.5]])
    np.testing.assert_allclose(tensor, array)


def test_modules_and_functions_compute_the_same():
    module = reference("encoder")
    torch.manual_seed(0)
    block = module.EncoderBlock(6, 3, 11).double()
    attention = block.attention
    assert not attention.in_proj_bias.any()
    assert not attention.out_proj.bias.any()
    query, key, value = (w.T for w in attention.in_proj_weight.detach().chunk(3))
    weights = {
        "attention": {"W_q": query, "W_k": key, "W_v": value, "W_o": attention.out_proj.weight.detach().T},
        "norm_1": {"gamma": block.norm_1.weight.detach(), "beta": block.norm_1.bias.detach()},
        "feed_forward": {
            "W_1": block.linear_1.weight.detach().T,
            "b_1": block.linear_1.bias.detach(),
            "W_2": block.linear_2.weight.detach().T,
            "b_2": block.linear_2.bias.detach(),
        },
        "norm_2": {"gamma": block.norm_2.weight.detach(), "beta": block.norm_2.bias.detach()},
    }
    x = torch.randn(2, 5, 6, dtype=torch.float64)
    keep = torch.arange(5) < torch.tensor([[5], [3]])
    by_module = block(x, keep).detach()
    np.testing.assert_allclose(by_module, module.encoder_block(x, weights, 3, keep), atol=1e-10)
    np.testing.assert_allclose(by_module, module.encoder_block(x.numpy(), weights, 3, keep.numpy()), atol=1e-10)
