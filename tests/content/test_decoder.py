"""The numbers of the statement, against the reference of `decoder`."""

import numpy as np
import torch

from tests.content.reference import reference

X = np.array([[[3.0, 0, 0], [1, 2, 0], [2, 1, 3]]])
MEMORY = np.array([[[1.0, 0, 3], [0, 2, 1], [2, -2, 2], [1, 0, 2]]])
SAME = np.eye(3)
NORM = {"gamma": np.ones(3), "beta": np.zeros(3)}
MEAN = {"W_q": 0 * SAME, "W_k": 0 * SAME, "W_v": SAME, "W_o": SAME}
WEIGHTS = {
    "self_attention": MEAN,
    "norm_1": NORM,
    "cross_attention": MEAN,
    "norm_2": NORM,
    "feed_forward": {"W_1": SAME, "b_1": np.zeros(3), "W_2": np.roll(SAME, 1, axis=1), "b_2": np.zeros(3)},
    "norm_3": NORM,
}
ALL = np.ones((1, 4), bool)
RESULT = [[1.3556, -1.0267, -0.3289], [0.9927, 0.3759, -1.3686], [0.8944, -1.3959, 0.5015]]


def test_the_steps_of_the_worked_block():
    module = reference("decoder")
    s = module.multi_head_attention(X, X, MEAN, 1, np.tril(np.ones((3, 3), bool)))
    np.testing.assert_allclose(s[0], [[3, 0, 0], [2, 1, 0], [2, 1, 1]], atol=1e-6)
    unmasked = module.multi_head_attention(X, X, MEAN, 1, np.ones((3, 3), bool))
    np.testing.assert_allclose(unmasked[0], [[2, 1, 1]] * 3, atol=1e-6)
    x_1 = module.layer_norm(X + s, NORM)
    expected = [[1.4142, -0.7071, -0.7071], [0.7071, 0.7071, -1.4142], [0.7071, -1.4142, 0.7071]]
    np.testing.assert_allclose(x_1[0], expected, atol=5e-5)
    c = module.multi_head_attention(x_1, MEMORY, MEAN, 1, ALL[:, None])
    np.testing.assert_allclose(c[0], [[1, 0, 2]] * 3, atol=1e-6)
    x_2 = module.layer_norm(x_1 + c, NORM)
    expected = [[1.0954, -1.3223, 0.2269], [1.4073, -0.5829, -0.8244], [0.4029, -1.3754, 0.9726]]
    np.testing.assert_allclose(x_2[0], expected, atol=5e-5)
    m = module.feed_forward(x_2, WEIGHTS["feed_forward"])
    np.testing.assert_allclose(m[0], [[0.2269, 1.0954, 0], [0, 1.4073, 0], [0.9726, 0.4029, 0]], atol=5e-5)


def test_the_worked_block():
    out = reference("decoder").decoder_block(X, MEMORY, WEIGHTS, 1, ALL)
    np.testing.assert_allclose(out[0], RESULT, atol=5e-5)


def test_another_future():
    module, x = reference("decoder"), X.copy()
    x[0, 2] = [0, 7, -5]
    before, after = (module.decoder_block(target, MEMORY, WEIGHTS, 1, ALL) for target in (X, x))
    np.testing.assert_allclose(after[0, 2], [-0.9684, 1.3767, -0.4083], atol=5e-5)
    np.testing.assert_array_equal(after[0, :2], before[0, :2])


def test_padding_in_the_source():
    module, keep = reference("decoder"), np.array([[True, True, False, False]])
    c = module.multi_head_attention(X, MEMORY, MEAN, 1, keep[:, None])
    np.testing.assert_allclose(c[0], [[0.5, 1, 2]] * 3, atol=1e-6)
    out = module.decoder_block(X, MEMORY, WEIGHTS, 1, keep)
    np.testing.assert_allclose(out[0, 0], [1.3719, -0.9832, -0.3887], atol=5e-5)


def test_cross_attention_has_one_output_for_each_target_word():
    module, rng = reference("decoder"), np.random.RandomState(0)
    source, target = rng.normal(size=(1, 4, 3)), rng.normal(size=(1, 5, 3))
    assert module.multi_head_attention(target, source, MEAN, 1, np.ones((1, 1, 4), bool)).shape == (1, 5, 3)
    assert module.decoder_block(target, source, WEIGHTS, 1, ALL).shape == (1, 5, 3)


def test_padding_at_the_end_of_the_target_is_hidden_by_the_look_ahead_mask():
    module, rng = reference("decoder"), np.random.RandomState(1)
    padded = np.concatenate([X, rng.normal(size=(1, 2, 3))], axis=1)
    out = module.decoder(padded, [MEMORY], [WEIGHTS, WEIGHTS], 1, ALL)
    np.testing.assert_allclose(out[:, :3], module.decoder(X, [MEMORY], [WEIGHTS, WEIGHTS], 1, ALL))


def test_sizes_of_the_paper():
    module = reference("decoder")
    block = module.DecoderBlock(512, 8, 2048)
    assert sum(p.numel() for p in block.parameters()) == 4_204_032
    attention_and_norm = (block.cross_attention, block.norm_2)
    assert sum(p.numel() for part in attention_and_norm for p in part.parameters()) == 4_204_032 - 3_152_384
    six = module.Decoder(512, 8, 2048, 6)
    assert sum(p.numel() for p in six.parameters()) == 25_224_192


def test_modules_and_functions_compute_the_same():
    module = reference("decoder")
    torch.manual_seed(0)
    block = module.DecoderBlock(6, 3, 11).double()

    def attention(part):
        assert not part.in_proj_bias.any()
        assert not part.out_proj.bias.any()
        query, key, value = (w.T for w in part.in_proj_weight.detach().chunk(3))
        return {"W_q": query, "W_k": key, "W_v": value, "W_o": part.out_proj.weight.detach().T}

    def norm(part):
        return {"gamma": part.weight.detach(), "beta": part.bias.detach()}

    weights = {
        "self_attention": attention(block.self_attention),
        "norm_1": norm(block.norm_1),
        "cross_attention": attention(block.cross_attention),
        "norm_2": norm(block.norm_2),
        "feed_forward": {
            "W_1": block.linear_1.weight.detach().T,
            "b_1": block.linear_1.bias.detach(),
            "W_2": block.linear_2.weight.detach().T,
            "b_2": block.linear_2.bias.detach(),
        },
        "norm_3": norm(block.norm_3),
    }
    x, memory = torch.randn(2, 5, 6, dtype=torch.float64), torch.randn(2, 7, 6, dtype=torch.float64)
    keep = torch.arange(7) < torch.tensor([[7], [3]])
    by_module = block(x, memory, keep).detach()
    by_function = module.decoder_block(x.numpy(), memory.numpy(), weights, 3, keep.numpy())
    np.testing.assert_allclose(by_module, by_function, atol=1e-10)
