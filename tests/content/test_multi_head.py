"""The numbers of the sources and of the statement, against the reference of `multi_head`."""

import pytest
import torch

from tests.content.reference import reference

X = torch.tensor([[[2.0, 0, 0, 1], [0, 2, 0, 1]]])
SAME = torch.eye(4)
W_O = torch.tensor([[1.0, 0, 1, 0], [0, 1, 0, 1], [0, 0, 1, 0], [0, 0, 0, 1]])


def close(found, printed):
    torch.testing.assert_close(found, torch.tensor(printed), atol=5.5e-5, rtol=0)


@pytest.fixture(scope="module")
def multi_head():
    return reference("multi_head")


def test_eight_heads_of_64_make_512(multi_head):
    words = torch.randn(1, 3, 512)
    heads = multi_head.split_heads(words, 8)
    assert heads.shape == (1, 8, 3, 64)
    assert multi_head.merge_heads(heads).shape == (1, 3, 8 * 64) == (1, 3, 512)
    assert torch.equal(multi_head.merge_heads(heads), words)


def test_the_four_matrices_hold_as_many_numbers_with_8_heads_as_with_1(multi_head):
    for heads in (8, 1):
        module = multi_head.MultiHeadAttention(512, heads)
        assert sum(parameter.numel() for parameter in module.parameters()) == 1048576


def test_two_words_of_six_features_are_dealt_to_two_heads_as_printed(multi_head):
    x = torch.tensor([[[1, 2, 3, 4, 5, 6], [11, 12, 13, 14, 15, 16]]])
    heads = multi_head.split_heads(x, 2)
    assert heads[0].tolist() == [[[1, 2, 3], [11, 12, 13]], [[4, 5, 6], [14, 15, 16]]]
    assert x.reshape(1, 2, 2, 3)[0, 0].tolist() == [[1, 2, 3], [4, 5, 6]]


def test_the_worked_example_has_the_printed_weights_and_outputs(multi_head):
    outputs, weights = multi_head.multi_head_attention(X, X, SAME, SAME, SAME, W_O, 2)
    close(weights[0], [[[0.9442, 0.0558], [0.0558, 0.9442]], [[0.5, 0.5], [0.5, 0.5]]])
    close(outputs[0], [[1.8884, 0.1116, 1.8884, 1.1116], [0.1116, 1.8884, 0.1116, 2.8884]])
    joined, _ = multi_head.multi_head_attention(X, X, SAME, SAME, SAME, SAME, 2)
    close(joined[0], [[1.8884, 0.1116, 0, 1], [0.1116, 1.8884, 0, 1]])
    close(torch.tensor([4.0, 1.0]) / 2**0.5, [2.8284, 0.7071])


def test_a_single_head_settles_on_other_weights(multi_head):
    _, weights = multi_head.multi_head_attention(X, X, SAME, SAME, SAME, SAME, 1)
    close(weights[0, 0], [[0.8808, 0.1192], [0.1192, 0.8808]])


def test_the_function_with_turned_weights_is_the_module(multi_head):
    module = multi_head.MultiHeadAttention(12, 3)
    x, y = torch.randn(2, 4, 12), torch.randn(2, 5, 12)
    turned = [layer.weight.T for layer in (module.W_q, module.W_k, module.W_v, module.W_o)]
    torch.testing.assert_close(module(x, y), multi_head.multi_head_attention(x, y, *turned, 3)[0])


def test_it_agrees_with_torch():
    module = reference("multi_head").MultiHeadAttention(12, 3)
    library = torch.nn.MultiheadAttention(12, 3, bias=False, batch_first=True)
    with torch.no_grad():
        library.in_proj_weight.copy_(torch.cat([module.W_q.weight, module.W_k.weight, module.W_v.weight]))
        library.out_proj.weight.copy_(module.W_o.weight)
    x, y = torch.randn(2, 4, 12), torch.randn(2, 5, 12)
    hidden = torch.tensor([[False, False, False, True, True], [False, False, False, False, True]])
    expected, _ = library(x, y, y, key_padding_mask=hidden)
    torch.testing.assert_close(module(x, y, ~hidden[:, None]), expected)
