"""The numbers of the sources and of the statement, against the reference of `embeddings`."""

import numpy as np
import torch

from tests.content.reference import reference

embeddings = reference("embeddings")

TABLE = np.array(
    [
        [-0.2, 0.1, 0.3, -0.4, 0.5, -0.6, -0.1, -0.3, -0.2, 0.4],
        [0.3, -0.2, 0.1, 0.5, -0.4, 0.2, -0.6, -0.1, -0.3, 0.2],
        [-0.4, -0.3, 0.6, -0.1, 0.2, 0.1, 0.4, 0.5, 0.2, 0.3],
        [0.1, -0.4, -0.2, 0.3, 0.2, -0.1, 0.5, -0.3, -0.5, -0.4],
    ]
)
CATS = np.array([0, 1, 2, 3, 4, 1])


def test_the_ten_dimensional_sentence_is_the_table_itself():
    np.testing.assert_array_equal(embeddings.lookup(np.arange(4), TABLE), TABLE)
    np.testing.assert_array_equal(embeddings.lookup(np.array([1, 3]), TABLE), TABLE[[1, 3]])


def test_a_lookup_is_a_product_with_one_hot_rows():
    np.testing.assert_allclose(embeddings.lookup(CATS % 4, TABLE), np.eye(4)[CATS % 4] @ TABLE)


def test_the_scaled_vector_of_i_is_the_printed_one():
    printed = [-0.6325, 0.3162, 0.9487, -1.2649, 1.5811, -1.8974, -0.3162, -0.9487, -0.6325, 1.2649]
    np.testing.assert_allclose(embeddings.embed(np.array(0), TABLE), printed, atol=5e-5)


def test_the_sizes_and_factors_of_the_statement():
    assert 10_000 * 512 == 5_120_000
    table = np.random.default_rng(0).normal(size=(200, 512)) / np.sqrt(512)
    np.testing.assert_allclose(np.linalg.norm(embeddings.lookup(np.arange(200), table), axis=1).mean(), 1, atol=0.02)
    np.testing.assert_allclose(embeddings.embed(np.array(0), np.ones((1, 512))), 22.627, atol=5e-4)
    np.testing.assert_allclose(embeddings.embed(np.array(0), np.ones((1, 10))), 3.1623, atol=5e-5)
    positions = reference("positional_encoding").positional_encoding(3, 512)
    np.testing.assert_allclose(np.linalg.norm(positions, axis=1), 16)


def test_both_cats_get_the_same_vector():
    table = np.random.default_rng(1).normal(size=(5, 512))
    vectors = embeddings.embed(CATS, table)
    np.testing.assert_array_equal(vectors[1], vectors[5])


def test_king_scores_the_printed_logits():
    king, queen = np.array([0.6, 0.1, 1.0, 0.9]), np.array([0.3, 0.2, 0.9, 1.0])
    np.testing.assert_allclose(embeddings.tied_logits(king, np.array([king, queen])), [2.18, 2.00])


def test_cat_adds_up_the_gradients_of_both_its_places():
    upstream = np.arange(1.0, 7.0)[:, None]
    np.testing.assert_array_equal(embeddings.lookup_gradient(CATS, upstream, 6)[:, 0], [1, 8, 3, 4, 5, 0])


def test_the_lookup_gradient_is_that_of_autograd():
    table = torch.zeros(5, 3, requires_grad=True)
    upstream = torch.arange(18.0).reshape(6, 3)
    table[torch.as_tensor(CATS)].backward(upstream)
    np.testing.assert_allclose(embeddings.lookup_gradient(CATS, upstream.numpy(), 5), table.grad.numpy())


def test_the_tied_table_receives_the_sum_of_the_gradients_of_its_two_uses():
    module = embeddings.TiedEmbedding(5, 4)
    ids = torch.tensor([1, 3, 1])
    module.logits(module(ids)).square().sum().backward()
    tied = module.weight.grad.clone()
    one, other = (module.weight.detach().clone().requires_grad_() for _ in range(2))
    ((one[ids] * 2) @ other.T).square().sum().backward()
    torch.testing.assert_close(tied, one.grad + other.grad)
    assert len(list(module.parameters())) == 1
