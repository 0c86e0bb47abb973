"""What the statement says of `translate`: the sentences, the split, the worked numbers."""

from math import log, prod
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
import torch

from tests.content.reference import ROOT, reference


def run(name: str) -> ModuleType:
    path = Path(ROOT, "exercises", "4_training", "07_translate", name)
    module = ModuleType(path.stem)
    exec(compile(path.read_bytes(), str(path), "exec"), module.__dict__)
    return module


PROVIDED = run("provided.py")
JUDGES = run("judges.py")
CORPUS = PROVIDED.corpus()


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("<it> i love you very much", "ti amo molto"),
        ("<it> he does not see them today", "non li vede oggi"),
        ("<it> your cat is a lovely cat", "il tuo gatto è un gatto adorabile"),
        ("<hi> i like eating ice-cream", "मुझे आइसक्रीम खाना पसंद है"),
        ("<hi> how are you ?", "आप कैसे हैं ?"),
        ("<hi> congratulations", "बधाई हो"),
        ("<hi> thank you", "धन्यवाद"),
        ("<hi> their tea is not hot", "उनकी चाय गरम नहीं है"),
        ("<hi> how is her milk ?", "उसका दूध कैसा है ?"),
    ],
)
def test_the_sentences_of_the_sources_and_of_the_statement_are_in_the_corpus(source, target):
    assert dict(CORPUS)[source] == target


def test_the_size_of_the_corpus():
    assert len(CORPUS) == len(dict(CORPUS)) == 2512
    assert len({word for source, _ in CORPUS for word in source.split()}) == 71
    assert len({word for _, target in CORPUS for word in target.split()}) == 109


def rows(array):
    return [tuple(int(word) for word in row if word) for row in array]


@pytest.mark.parametrize("seed", range(10))
def test_held_out_sentences_are_new_but_their_words_are_not(seed):
    inputs, secret = JUDGES.make(np.random.RandomState(seed))
    known, new = rows(inputs["source"]), rows(inputs["new"])
    assert (len(known), len(new), len(secret["translations"])) == (2012, 500, 500)
    assert not set(known) & set(new)
    in_training = known[60:]  # the check sets sixty pairs aside
    assert {word for row in new for word in row} <= {word for row in in_training for word in row}
    targets = rows(inputs["target"])[60:]
    assert {word for row in secret["translations"] for word in row} <= {word for row in targets for word in row}
    assert (inputs["source_words"], inputs["target_words"]) == (74, 112)


def test_ids_are_shuffled_anew_by_each_seed():
    one, other = (JUDGES.make(np.random.RandomState(seed))[1] for seed in (1, 2))
    assert one != other


def test_the_judge_wants_nine_of_ten():
    right = [[3, number] for number in range(100)]
    wrong = [[] for _ in range(10)]

    def judged(translations):
        return JUDGES.judge_translations({"translations": translations}, None, {"translations": right})

    assert judged(right[:90] + wrong) is None
    assert judged(right[:89] + wrong + [[]]).startswith("89 of 100 (89%) new")
    assert judged([]) == "0 translations for 100 sentences"


def test_the_heat_map_has_a_row_for_each_word_of_the_translation():
    inputs, secret = JUDGES.make(np.random.RandomState(5))
    words = [number for number, word in secret["target"].items() if word in ("ti", "amo", "molto")]
    weights = np.full((4, 8), 1 / 8)
    assert len(inputs["sentence"]) == 6
    drawn = JUDGES.heat_map({"picture": {"words": words, "weights": weights}}, secret)
    assert drawn["columns"] == ["(start)", "<it>", "i", "love", "you", "very", "much", "(end)"]
    assert sorted(drawn["rows"]) == sorted(["ti", "amo", "molto", "(end)"])


def test_the_batch_of_the_statement_and_its_masks():
    module = reference("translate")
    source, target = module.make_batch([([7, 9, 4], [5, 8]), ([6], [3, 3, 7])])
    assert source.tolist() == [[1, 7, 9, 4, 2], [1, 6, 2, 0, 0]]
    assert target.tolist() == [[1, 5, 8, 2, 0], [1, 3, 3, 7, 2]]
    assert target[:, :-1].tolist() == [[1, 5, 8, 2], [1, 3, 3, 7]]
    assert int((target[:, 1:] != 0).sum()) == 7
    source_keep, past_keep = module.masks(source, target[:, :-1])
    assert source_keep.int().tolist() == [[1, 1, 1, 1, 1], [1, 1, 1, 0, 0]]
    assert past_keep.int().tolist() == [[1, 0, 0, 0], [1, 1, 0, 0], [1, 1, 1, 0], [1, 1, 1, 1]]


def test_where_greedy_is_misled():
    assert prod((0.5, 0.4, 0.55)) == pytest.approx(0.110)
    assert prod((0.4, 0.9, 0.7)) == pytest.approx(0.252)
    assert log(0.110) == pytest.approx(-2.2073, abs=5e-5)
    assert log(0.252) == pytest.approx(-1.3783, abs=5e-5)
    assert log(112) == pytest.approx(4.7185, abs=5e-5)


def test_the_cross_attention_can_be_watched_and_leaves_no_trace():
    module = reference("translate")
    torch.manual_seed(0)
    model = module.Translator(9, 11)
    weights = module.cross_attention(model, torch.tensor([[1, 3, 4, 2, 0]]), torch.tensor([[1, 5, 6]]))
    assert weights.shape == (1, 3, 5)
    torch.testing.assert_close(weights.sum(-1), torch.ones(1, 3))
    assert weights[0, :, -1].tolist() == [0, 0, 0]
    attention = model.decoder_blocks[-1].multihead_attn
    assert not attention._forward_hooks
    assert not attention._forward_pre_hooks
