"""The programs that quizzes show are run: what comes out is the key, and what is called wrong goes wrong."""

from __future__ import annotations

import io
from collections.abc import Callable
from contextlib import redirect_stdout
from typing import Any

import numpy as np
import pytest
import torch
from torch import nn
from torch.nn import functional

from grader.course import load_course
from grader.course.quiz_model import Choice, Question, Quiz, Text
from grader.quiz.answers import normalised
from grader.quiz.paper import Number, draw_question
from tests.conftest import ROOT

COURSE = load_course(ROOT)
FENCE = "```python\n"


def program(question: Question) -> str:
    return question.prompt.partition(FENCE)[2].partition("```")[0]


SHOWN = [(quiz, question) for quiz in COURSE.quizzes for question in quiz.questions if FENCE in question.prompt]
PRINTING = [(quiz, question) for quiz, question in SHOWN if "print(" in program(question)]


def run(question: Question, **names: object) -> dict[str, Any]:
    space: dict[str, Any] = {"np": np, "torch": torch, "functional": functional, **names}
    exec(program(question), space)
    return space


def softmax(scores: np.ndarray, axis: int) -> np.ndarray:
    return torch.softmax(torch.from_numpy(scores), dim=axis).numpy()


@pytest.mark.parametrize(("quiz", "question"), PRINTING, ids=[question.id for _, question in PRINTING])
def test_what_a_program_prints_is_the_key(quiz: Quiz, question: Question) -> None:
    with redirect_stdout(io.StringIO()) as out:
        run(question)
    printed = out.getvalue().strip()
    match draw_question(quiz, question, seed=1).task:
        case Choice(options=options):
            assert [o.correct for o in options if o.text.startswith(f"`{printed}`")].count(True) == 1
        case Text() as text:
            accepted = {normalised(answer, text.ignore) for answer in text.accept}
            assert normalised(printed, text.ignore) in accepted
        case Number(span=span) if span is not None:
            assert float(printed) in span
        case other:
            pytest.fail(f"{question.id}: no key to compare with in {other}")


def wrong_step(question: Question) -> bool:
    made = run(question, x=np.eye(3), w_q=np.eye(3), w_k=np.eye(3), w_v=np.eye(3), softmax=softmax)
    return np.allclose(made["weights"].sum(-1), 1 / np.sqrt(3))


def own_speed(question: Question) -> bool:
    import math

    row = run(question, math=math)["row"](3, 6)
    right = [math.cos(3 / 10000 ** (2 * i / 6)) for i in range(3)]
    return row[0] == math.sin(3) and bool(np.all(np.abs(np.array(row[1::2]) - right) > 1e-6))


def wrong_broadcast(question: Question) -> bool:
    table = np.arange(200.0).reshape(100, 2)
    x = run(question, x=np.zeros((3, 4, 2)), table=table)["x"]
    return all((x[sentence] == table[sentence]).all() for sentence in range(3))


def inverted_mask(question: Question) -> bool:
    weights = run(question, scores=np.zeros((4, 4)), softmax=softmax)["weights"]
    return (weights[:3] > 0).tolist() == np.triu(np.ones((4, 4)), k=1)[:3].tolist() and bool(np.isnan(weights[3]).all())


def one_mean_for_all(question: Question) -> bool:
    layer_norm = run(question)["layer_norm"]
    x = np.array([[[1.0, 2.0], [3.0, 8.0]]])
    return not np.allclose(layer_norm(x)[:, :1], layer_norm(x[:, :1]))


def not_shifted(question: Question) -> bool:
    target = torch.tensor([[1, 5, 4, 2, 0]])

    def repeat(_: object, read: torch.Tensor) -> torch.Tensor:
        return 50.0 * functional.one_hot(read, 6)  # the model that repeats what it reads

    return float(run(question, model=repeat, source=None, target=target.clone(), PAD=0)["loss"]) < 1e-6


class Model:
    """An encoder and a decoder of one layer each; the decoder predicts the position."""

    def __init__(self) -> None:
        self.encoder, self.decoder = nn.Linear(2, 2), nn.Linear(2, 2)

    def encode(self, source: torch.Tensor, _: object) -> torch.Tensor:
        return self.encoder(source)  # type: ignore[no-any-return]

    def decode(self, tokens: torch.Tensor, memory: torch.Tensor, _: object) -> torch.Tensor:
        if tokens.dtype is torch.float32:
            return self.decoder(tokens + memory)  # type: ignore[no-any-return]
        return functional.one_hot(torch.arange(tokens.shape[1]).expand(len(tokens), -1), 9)


def cut_off(question: Question) -> bool:
    model, ones = Model(), torch.ones(1, 2)
    run(question, model=model, source=ones, decoder_input=ones, source_keep=None)["logits"].sum().backward()
    return model.encoder.weight.grad is None and model.decoder.weight.grad is not None


def wrong_decoding_line(question: Question) -> bool:
    names = {"source": torch.ones(2, 2), "tokens": torch.full((2, 1), 7), "keep": None, "max_length": 3}
    return run(question, model=Model(), **names)["tokens"].tolist() == [[7, 0, 0, 0]] * 2  # not 0, 1, 2


def cache_mask(question: Question) -> bool:
    text = program(question)
    tables = {
        option.text: eval(text.partition("=")[2].replace("…", option.text.strip("`") + " "), {"past": 2, "new": 3})
        for option in question.task.options  # type: ignore[union-attr]
    }
    right = np.tril(np.ones((5, 5), dtype=bool))[2:].tolist()
    return [table == right for table in tables.values()] == [o.correct for o in question.task.options]  # type: ignore[union-attr]


def cache_position(question: Question) -> bool:
    names = {"embedding": torch.zeros(5, 1), "positions": torch.arange(9.0)[:, None], "ids": torch.tensor([[3], [4]])}
    return run(question, **names)["x"].flatten().tolist() == [0, 0]


def combined(question: Question) -> bool:
    masks = {"window": np.array([True, True, False]), "is_global": np.array([True, False, False])}
    return run(question, drawn=np.array([True, False, False]), **masks)["keep"].tolist() == [True, False, False]


def wrong_source(question: Question) -> bool:
    def attention(query: str, key: str, value: str) -> str:
        return f"{query}/{key}/{value}"

    calls: list[str] = []

    def add_and_norm(y: str, z: str) -> str:
        calls.append(z)
        return y

    norms = dict.fromkeys(("add_and_norm_1", "add_and_norm_2", "add_and_norm_3"), add_and_norm)
    names = {"masked_attention": attention, "attention": attention, "feed_forward": str.upper}
    run(question, y="y", memory="memory", **norms, **names)
    return calls == ["y/y/y", "y/memory/y", "Y"]


def wrong_line(question: Question) -> bool:
    def plus(*parts: str) -> str:
        return "+".join(parts)

    names = {"attention": str.upper, "add_and_norm_1": plus, "add_and_norm_2": plus, "feed_forward": str.title}
    return bool(run(question, x="x", **names)["y"] == "x+X+X")  # h is missing from the sum


WRONG: list[Callable[[Question], bool]] = [
    wrong_step,
    own_speed,
    wrong_broadcast,
    inverted_mask,
    one_mean_for_all,
    wrong_line,
    wrong_source,
    not_shifted,
    cut_off,
    wrong_decoding_line,
    cache_mask,
    cache_position,
    combined,
]


@pytest.mark.parametrize("goes_wrong", WRONG)
def test_what_a_question_calls_wrong_goes_wrong(goes_wrong: Callable[[Question], bool]) -> None:
    (question,) = [question for _, question in SHOWN if question.id == goes_wrong.__name__]
    assert goes_wrong(question)


def test_every_program_that_a_quiz_shows_is_run() -> None:
    run_here = [question for _, question in PRINTING]
    others = {question.id for _, question in SHOWN if question not in run_here}
    assert others == {goes_wrong.__name__ for goes_wrong in WRONG}
