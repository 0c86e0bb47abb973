"""What the statement says of `translate`: the sentences, the split, the worked numbers."""

from math import log, prod
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
import torch

from grader.course import load_course
from grader.grade import Grader
from grader.student.workspace import make
from grader.submission import Submission
from grader.worker import start_worker
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
    known, new = rows(inputs["source"]), rows(secret["new"])
    assert (len(known), len(new), len(secret["translations"])) == (2012, 500, 500)
    assert not set(known) & set(new)
    in_training = known[60:]  # the check sets sixty pairs aside
    assert {word for row in new for word in row} <= {word for row in in_training for word in row}
    targets = rows(inputs["target"])[60:]
    assert {word for row in secret["translations"] for word in row} <= {word for row in targets for word in row}
    assert (inputs["source_words"], inputs["target_words"]) == (74, 112)


def test_ids_are_shuffled_anew_by_each_seed():
    one, other = (JUDGES.make(np.random.RandomState(seed))[1] for seed in (1, 2))
    assert one["words"] != other["words"]


def test_the_judge_wants_nine_of_ten():
    right = [[3, number] for number in range(100)]
    wrong = [[] for _ in range(10)]

    def judged(translations):
        return JUDGES.judge_translations({"translations": translations}, None, {"translations": right})

    assert judged(right[:90] + wrong) is None
    assert judged(right[:89] + wrong + [[]]).startswith("89 of 100 (89%) new")


def test_the_heat_map_has_a_row_for_each_word_of_the_translation():
    _, secret = JUDGES.make(np.random.RandomState(5))
    words = [number for number, word in enumerate(secret["words"]) if word in ("ti", "amo", "molto")]
    drawn = JUDGES.heat_map({"words": words, "weights": np.full((4, 8), 1 / 8)}, secret)
    assert drawn["columns"] == ["(start)", "<it>", "i", "love", "you", "very", "much", "(end)"]
    assert sorted(drawn["rows"]) == sorted(["ti", "amo", "molto", "(end)"])


def test_the_batch_of_the_statement_and_its_mask():
    module = reference("translate")
    source, target = module.make_batch([([7, 9, 4], [5, 8]), ([6], [3, 3, 7])])
    assert source.tolist() == [[1, 7, 9, 4, 2], [1, 6, 2, 0, 0]]
    assert target.tolist() == [[1, 5, 8, 2, 0], [1, 3, 3, 7, 2]]
    assert target[:, :-1].tolist() == [[1, 5, 8, 2], [1, 3, 3, 7]]
    assert int((target[:, 1:] != 0).sum()) == 7
    assert (source != 0).int().tolist() == [[1, 1, 1, 1, 1], [1, 1, 1, 0, 0]]


def test_where_greedy_is_misled():
    assert prod((0.5, 0.4, 0.55)) == pytest.approx(0.110)
    assert prod((0.4, 0.9, 0.7)) == pytest.approx(0.252)
    assert log(0.110) == pytest.approx(-2.2073, abs=5e-5)
    assert log(0.252) == pytest.approx(-1.3783, abs=5e-5)
    assert log(112) == pytest.approx(4.7185, abs=5e-5)


def test_an_attention_can_be_watched_and_leaves_no_trace():
    torch.manual_seed(0)
    attention, x = PROVIDED.MultiHeadAttention(8, 2), torch.randn(1, 3, 8)
    keep = torch.tensor([[[True, True, False]]])
    with PROVIDED.watched(attention) as seen:
        attention(x, x, keep)
    attention(x, x, keep)
    (weights,) = seen
    assert weights.shape == (1, 2, 3, 3)
    torch.testing.assert_close(weights.sum(-1), torch.ones(1, 2, 3))
    assert not weights[..., 2].any()


def test_the_given_blocks_compute_what_the_references_of_their_exercises_do():
    """With the parameters of one in the other. So a student's own block can take the place of a given one."""
    torch.manual_seed(0)
    x, keep = torch.randn(2, 5, 8), torch.tensor([[True] * 5, [True] * 3 + [False] * 2])
    for name, given, mine, inputs in (
        ("multi_head", PROVIDED.MultiHeadAttention(8, 2), ("MultiHeadAttention", 8, 2), (x, x, keep[:, None])),
        ("layer_norm", PROVIDED.LayerNorm(8, 1e-5), ("LayerNorm", 8, 1e-5), (x,)),
        ("feed_forward", PROVIDED.FeedForward(8, 6), ("FeedForward", 8, 6), (x,)),
        ("output_head", PROVIDED.OutputHead(8, 6), ("OutputHead", 8, 6), (x,)),
    ):
        kind, *sizes = mine
        own = getattr(reference(name), kind)(*sizes)
        own.load_state_dict(given.state_dict())
        torch.testing.assert_close(own(*inputs), given(*inputs), msg=name)
    table = torch.as_tensor(reference("positional_encoding").positional_encoding(7, 5), dtype=torch.float32)
    torch.testing.assert_close(PROVIDED.positional_encoding(7, 5), table)


SOLUTION = Path(ROOT, "solutions", "4_training", "07_translate", "solution.py").read_text(encoding="utf-8")
LOOKUP = """

TRAINED = {}


def train(pairs, source_words, target_words, device="cpu"):
    TRAINED.update((tuple(source), target) for source, target in pairs)
    return Translator(source_words, target_words).to(device)


def greedy(model, source, max_length):
    rows = [TRAINED.get(tuple(word for word in row if word > EOS), []) for row in source.tolist()]
    return make_batch([([], row) for row in rows])[1][:, 1:]
"""
RECURRENT = """

class Translator(Translator):
    def __init__(self, source_words, target_words, d_model=32, heads=2, d_ff=64, n_blocks=1, max_length=16):
        super().__init__(source_words, target_words, d_model, heads, d_ff, n_blocks, max_length)
        self.encoder = nn.GRU(d_model, d_model, batch_first=True)

    def encode(self, source, source_keep):
        return self.encoder(self.source_embedding(source))[0]
"""


@pytest.mark.parametrize(
    ("instead", "words"),
    [
        (LOOKUP, "0 of 500 (0%) new sentences are translated exactly"),
        (RECURRENT, "'encoder.blocks.0.attention.W_q.weight'"),
    ],
    ids=["a table of the training pairs", "a recurrent encoder"],
)
def test_only_trained_parameters_of_the_given_architecture_earn_the_points_of_training(instead, words):
    course = load_course(ROOT)
    with start_worker() as worker:
        result = Grader(course, worker, keep=False).grade(
            course.find("translate"),
            Submission(Path("translate.py"), (SOLUTION + instead).encode()),
            only=["translates_new_sentences"],
        )
    assert result.score == 0
    assert words in result.checks[0].message


def test_try_shows_a_translation_by_the_students_own_blocks(grader, tmp_path):
    """multi_head inside the given encoder and decoder, and an encoder whose exercise has a provided.py of its own."""
    make(load_course(ROOT), tmp_path / "work", notebooks=False, remember=True)
    own = {"2_attention/07": "multi_head", "3_blocks/06": "encoder", "4_training/07": "translate"}
    for place, name in own.items():
        solution = Path(ROOT, "solutions", f"{place}_{name}", "solution.py")
        (tmp_path / "work" / f"{place}_{name}" / f"{name}.py").write_bytes(solution.read_bytes())
    run = grader("try", "translate", "i love you very much", cwd=tmp_path / "work")
    assert run.code == 0, run.err + run.out
    assert "With your own multi_head, encoder." in run.out
    assert "<it> i love you very much → ti amo molto   ✓" in run.out
    assert "(end)" in run.out.partition("← best")[0].splitlines()[-1]
    for title in (
        "encoder, block 1, attention",
        "decoder, block 1, self-attention",
        "decoder, block 1, cross-attention",
    ):
        assert f"{title}: where each word looks" in run.out
