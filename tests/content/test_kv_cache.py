"""The numbers of the statement, against the reference of `kv_cache`."""

import numpy as np
import torch

from tests.content.reference import reference

KEYS = torch.tensor([[[[1.0, 0], [0, 1], [1, 1]]]])
VALUES = torch.tensor([[[[1.0, 2], [3, 0], [0, 4]]]])
QUERY = torch.tensor([[[[2.0, 0]]]])


def test_the_worked_step():
    module = reference("kv_cache")
    scores = (QUERY @ KEYS.mT)[0, 0, 0]
    assert scores.tolist() == [2, 0, 2]
    np.testing.assert_allclose(scores / 2**0.5, [1.4142, 0, 1.4142], atol=5e-5)
    np.testing.assert_allclose((scores / 2**0.5).softmax(0), [0.4458, 0.1084, 0.4458], atol=5e-5)
    cache = module.append({"keys": KEYS[:, :, :2], "values": VALUES[:, :, :2]}, KEYS[:, :, 2:], VALUES[:, :, 2:])
    out = module.attend(QUERY, cache["keys"], cache["values"])
    np.testing.assert_allclose(out[0, 0, 0], [0.7710, 2.6748], atol=5e-5)


def test_the_library_counts_its_causal_rows_from_zero():
    out = torch.nn.functional.scaled_dot_product_attention(QUERY, KEYS, VALUES, is_causal=True)
    assert out[0, 0, 0].tolist() == [1, 2]


def test_the_worked_mask():
    """Values that are the unit vectors give the weights themselves."""
    module = reference("kv_cache")
    queries, keys = torch.zeros(1, 1, 3, 2), torch.ones(1, 1, 5, 2)
    weights = module.attend(queries, keys, torch.eye(5)[None, None])[0, 0]
    assert (weights > 0).int().tolist() == [[1, 1, 1, 0, 0], [1, 1, 1, 1, 0], [1, 1, 1, 1, 1]]


def test_the_worked_counts():
    count = reference("kv_cache").count_scores
    assert [count(n, True) for n in (4, 100, 1000)] == [10, 5050, 500_500]
    assert [count(n, False) for n in (4, 100, 1000)] == [30, 338_350, 333_833_500]
    assert count(1000, False) // count(1000, True) == 667
    for n in (1, 2, 9):
        assert count(n, True) == n * (n + 1) // 2
        assert count(n, False) == n * (n + 1) * (2 * n + 1) // 6


def test_the_worked_memory():
    module = reference("kv_cache")
    weights = {name: torch.zeros(512, 512) for name in ("W_q", "W_k", "W_v", "W_o")}
    model = {"embedding": torch.zeros(3, 512), "positions": torch.zeros(100, 512), "layers": [weights] * 6}
    _, caches = module.decode_step(torch.zeros(1, 100, dtype=torch.long), [None] * 6, model, 8)
    assert sum(array.numel() for cache in caches for array in cache.values()) == 614_400


def test_a_new_token_changes_nothing_in_the_past():
    module, generator = reference("kv_cache"), torch.Generator().manual_seed(0)
    weights = {name: torch.randn(6, 6, generator=generator) for name in ("W_q", "W_k", "W_v", "W_o")}
    x = torch.randn(2, 4, 6, generator=generator)
    _, three = module.attention_step(x[:, :3], None, weights, 2)
    out, four = module.attention_step(x, None, weights, 2)
    np.testing.assert_allclose(four["keys"][:, :, :3], three["keys"], atol=1e-6)
    last, _ = module.attention_step(x[:, 3:], three, weights, 2)
    np.testing.assert_allclose(last, out[:, 3:], atol=1e-5)


def test_generating_with_the_cache_gives_what_recomputing_gives():
    module, generator = reference("kv_cache"), torch.Generator().manual_seed(1)
    names = ("W_q", "W_k", "W_v", "W_o")
    model = {
        "embedding": torch.randn(9, 8, generator=generator, dtype=torch.float64),
        "positions": torch.randn(12, 8, generator=generator, dtype=torch.float64),
        "layers": [
            {name: torch.randn(8, 8, generator=generator, dtype=torch.float64) / 3 for name in names} for _ in range(2)
        ],
    }
    prompt = torch.randint(9, (3, 4), generator=generator)
    predicted = module.generate(
        lambda ids, caches: module.decode_step(ids, caches or [None, None], model, 2), prompt, 6
    )
    ids = prompt
    for _ in range(6):
        logits, _ = module.decode_step(ids, [None, None], model, 2)
        ids = torch.cat([ids, logits[:, -1:].argmax(-1)], dim=1)
    assert predicted.tolist() == ids[:, 4:].tolist()
