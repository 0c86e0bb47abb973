"""The numbers of the statement, against the reference of `beam_search`; and that no decision of the checks is close."""

import math
import sys

import numpy as np
import pytest
import torch

from tests.content.reference import ROOT, _run, reference

SOS, EOS, IO, TI, AMO, MOLTO, PAD = range(7)
WORKED = {
    (): {IO: 0.5, TI: 0.4, EOS: 0.1},
    (IO,): {TI: 0.4, AMO: 0.35, MOLTO: 0.25},
    (TI,): {AMO: 0.9, MOLTO: 0.1},
    (IO, TI): {AMO: 0.6, MOLTO: 0.4},
    (TI, AMO): {MOLTO: 0.8, EOS: 0.2},
    (IO, TI, AMO): {EOS: 0.55, MOLTO: 0.45},
    (TI, AMO, MOLTO): {EOS: 0.95, TI: 0.05},
}
A, B, C = 2, 3, 4
ASTRAY = {
    (): {A: 0.5, B: 0.4, C: 0.1},
    (A,): {A: 0.39, B: 0.31, C: 0.30},
    (B,): {A: 0.51, B: 0.49},
    (A, A): {EOS: 0.9, A: 0.1},
    (B, A): {EOS: 0.3, A: 0.25, B: 0.25, C: 0.2},
    (B, B): {EOS: 0.3, A: 0.25, B: 0.25, C: 0.2},
}


class Model:
    def __init__(self, table):
        self.table = table

    def encode(self, source, source_keep):
        assert source_keep.all()
        return source[:, :, None].double()

    def decode(self, decoder_input, memory, source_keep):
        assert len(memory) == len(source_keep) == len(decoder_input)
        logits = torch.full((*decoder_input.shape, 7), -math.inf)
        for row, ids in enumerate(decoder_input.tolist()):
            for t in range(len(ids)):
                for token, p in self.table.get(tuple(ids[1 : t + 1]), {A: 0.5, B: 0.5}).items():
                    logits[row, t, token] = math.log(p) + 3
        return logits


def search(table, beam, max_length=9):
    source = torch.tensor([[SOS, 7, 8, EOS]])
    found = reference("beam_search").beam_search(Model(table), source, SOS, EOS, PAD, max_length, beam, 0.0)
    return [(tokens, math.exp(score)) for tokens, score in found]


@pytest.mark.parametrize("table", [WORKED, ASTRAY])
def test_every_row_of_the_tables_is_a_distribution(table):
    for row in table.values():
        assert math.isclose(sum(row.values()), 1)


def test_the_worked_sentences():
    [(greedy, p)] = search(WORKED, 1)
    assert greedy == [IO, TI, AMO, EOS]
    assert math.isclose(p, 0.066, rel_tol=1e-5)
    first, second = search(WORKED, 2)
    assert first[0] == [TI, AMO, MOLTO, EOS]
    assert math.isclose(first[1], 0.2736, rel_tol=1e-5)
    assert second == (greedy, pytest.approx(p))
    assert math.isclose(math.log(0.2736), -1.2961, abs_tol=5e-5)
    assert math.isclose(math.log(0.066), -2.7181, abs_tol=5e-5)
    assert first[1] > 4 * p


def test_the_worked_steps():
    steps = [search(WORKED, 2, length) for length in (1, 2, 3)]
    assert [[tokens for tokens, _ in step] for step in steps] == [
        [[IO], [TI]],
        [[TI, AMO], [IO, TI]],
        [[TI, AMO, MOLTO], [IO, TI, AMO]],
    ]
    probabilities = [p for step in steps for _, p in step]
    np.testing.assert_allclose(probabilities, [0.5, 0.4, 0.36, 0.2, 0.288, 0.12], rtol=1e-5)
    third = search(WORKED, 3, 1)[2], search(WORKED, 3, 2)[2]
    assert third == (([EOS], pytest.approx(0.1, rel=1e-5)), ([IO, AMO], pytest.approx(0.175, rel=1e-5)))
    np.testing.assert_allclose([0.2 * 0.4, 0.12 * 0.45], [0.08, 0.054])


def test_the_worked_length_penalty():
    penalty = reference("beam_search").length_penalty
    assert [penalty(length, 0.0) for length in (2, 4)] == [1, 1]
    np.testing.assert_allclose([penalty(2, 1.0), penalty(4, 1.0)], [1.1667, 1.5], atol=5e-5)
    logs = np.log([0.30, 0.25])
    np.testing.assert_allclose(logs, [-1.2040, -1.3863], atol=5e-5)
    np.testing.assert_allclose(logs / [penalty(2, 1.0), penalty(4, 1.0)], [-1.0320, -0.9242], atol=5e-5)
    assert math.isclose(penalty(10, 0.6), 1.7329, abs_tol=5e-5)


def test_a_wider_beam_can_be_worse():
    best = [search(ASTRAY, beam, 3)[0] for beam in (1, 2, 3)]
    assert [tokens for tokens, _ in best] == [[A, A, EOS], [B, A, EOS], [A, A, EOS]]
    np.testing.assert_allclose([p for _, p in best], [0.1755, 0.0612, 0.1755], rtol=1e-5)
    kept = search(ASTRAY, 3, 2)
    np.testing.assert_allclose([p for _, p in kept], [0.204, 0.196, 0.195], rtol=1e-5)


def test_the_number_of_sentences():
    assert 10_000**4 == 10**16


CASES = [
    ("checks", (7, 18, 33, 40), 7, -1.0, (8, 1, 0.0)),
    *(("checks", (7, 12, 30, 56), 7, -1.0, (7, beam, 0.0)) for beam in (1, 2, 3, 5)),
    ("checks", (2, 24, 32, 43), 4, 1.0, (3, 20, 0.0)),
    ("checks", (6, 11, 12, 18), 6, -1.0, (4, 4, 0.6)),
    ("checks", (34, 42, 53, 54), 7, -2.0, (6, 3, 0.0)),
    ("hidden_checks", (101, 102, 114, 122), 9, -1.0, (8, 4, 0.8)),
    ("hidden_checks", (107, 111, 119, 134), 5, 0.5, (2, 7, 0.5)),
    ("hidden_checks", (105, 113, 124, 128), 11, 0.0, (1, 4, 1.0)),
]


@pytest.mark.parametrize(("file", "seeds", "vocab_size", "ending", "how"), CASES)
def test_no_decision_of_the_random_models_is_close(file, seeds, vocab_size, ending, how, monkeypatch):
    """Logits moved by up to a thousandth leave the sentences and their order; the seeds are those of the checks."""
    part = "exercises" if file == "checks" else "solutions"
    folder = ROOT / part / "4_training" / "05_beam_search"
    assert str(seeds) in (folder / f"{file}.py").read_text(encoding="utf-8")
    provided = _run(ROOT / "exercises" / "4_training" / "05_beam_search" / "provided.py", "provided")
    monkeypatch.setitem(sys.modules, "provided", provided)
    checks, module = _run(folder / f"{file}.py", file), reference("beam_search")
    noise = np.random.RandomState(0)
    for seed in seeds:
        model, special = checks.from_seed(np.random.RandomState(seed), (seed,), vocab_size, ending=ending)
        exact, source = model.row, torch.tensor([[20, 21, 22]])
        found = [tokens for tokens, _ in module.beam_search(model, source, *special, *how)]
        for _ in range(2):
            moved = {}
            model.row = lambda tokens, heard, moved=moved, exact=exact: moved.setdefault(
                tokens, list(exact(tokens, heard) + noise.uniform(-1e-3, 1e-3, size=vocab_size + 1))
            )
            assert [tokens for tokens, _ in module.beam_search(model, source, *special, *how)] == found


def test_wider_beams_are_never_worse_with_the_models_of_that_check(monkeypatch):
    folder = ROOT / "exercises" / "4_training" / "05_beam_search"
    monkeypatch.setitem(sys.modules, "provided", _run(folder / "provided.py", "provided"))
    checks, module = _run(folder / "checks.py", "checks"), reference("beam_search")
    for seed in (7, 12, 30, 56):
        model, special = checks.from_seed(np.random.RandomState(0), (seed,), 7, ending=-1.0)
        source = torch.tensor([[20, 21, 22]])
        best = [module.beam_search(model, source, *special, 7, beam, 0.0)[0][1] for beam in (1, 2, 3, 5)]
        assert best == sorted(best)
        assert best[-1] > best[0] + 0.1
