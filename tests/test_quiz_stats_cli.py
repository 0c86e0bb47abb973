"""`quiz stats`: Moodle's numbers from the gradebook, who chose what, worries in words, and a page with charts."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from grader.course.quiz_load import load_quiz
from grader.course.quiz_model import Choice, Quiz
from grader.gradebook import Gradebook, QuestionScore, QuizResult
from grader.quiz.analysis import (
    ItemAnalysis,
    ItemStats,
    OptionStats,
    QuestionAnalysis,
    QuizStats,
    WhichAttempts,
    study,
)
from grader.quiz.flags import FlagKind, ItemFlag, Sureness
from grader.quiz.grading import key_of
from grader.render.quiz_stats import field_of, render_stats, stats_page
from grader.render.style import Style
from tests.conftest import GraderCommand, MiniCourse
from tests.quiz_samples import EXPECTED, ITEMS, moodle, of_questions

TEXTS = "\n".join(
    f"- {{id: q{name}, type: text, prompt: 'No. {name}?', accept: [a], explanation: E., source: S0, practise: double}}"
    for name in ITEMS
)
CHOICES = """
- id: good
  type: single
  prompt: Which is **right**?
  options:
    - {text: The right one, correct: true, feedback: Yes.}
    - {text: "A <script>alert(1)</script> one", feedback: No.}
    - {text: $x < y$, feedback: No.}
- id: miskeyed
  type: single
  prompt: And here?
  options:
    - {text: Marked right, correct: true, feedback: Yes.}
    - {text: Really right, feedback: No.}
    - {text: Wrong, feedback: No.}
- {id: number, type: numeric, prompt: 'How many?', answer: 4, explanation: Four.}
- {id: order, type: ordering, prompt: 'Order?', items: [a, b, c], explanation: So.}
- id: pairs
  type: matching
  prompt: What fits?
  pairs: [{left: one, right: '1'}, {left: two, right: '2'}]
  explanation: So.
"""


def plain(text: str) -> str:
    return text


def result(quiz: Quiz, student: str, scores: dict[str, tuple[float, Any]], attempt: int = 1, **more: Any) -> QuizResult:
    """Of each question, share and answer."""
    marks = {1.0: "right", 0.0: "wrong"}
    questions = tuple(
        QuestionScore(name, share, "blank" if answer is None else marks.get(share, "partly"), "", "", answer)
        for name, (share, answer) in scores.items()
    )
    told = {"key": key_of(quiz), "attempt": attempt, **more}
    return QuizResult(student, quiz.id, f"{student}{attempt}", questions, **told)


def ids(quiz: Quiz, question: str) -> dict[str, str]:
    """From text to id."""
    found = next(one for one in quiz.questions if one.id == question)
    assert isinstance(found.task, Choice)
    return {option.text: option.id for option in found.task.options}


def class_of(quiz: Quiz, size: int = 60) -> list[QuizResult]:
    """Students of different skill; the key of one question is wrong."""
    stream = random.Random(3)
    good, bad = ids(quiz, "good"), ids(quiz, "miskeyed")
    made = []
    for at in range(size):
        skill = stream.random()
        knows = [stream.random() < skill for _ in range(5)]
        first = good["The right one"] if knows[0] else stream.choice(list(good.values()))
        second = bad["Really right"] if knows[1] else stream.choice(list(bad.values()))
        scores: dict[str, tuple[float, Any]] = {
            "good": (float(first == good["The right one"]), first),
            "miskeyed": (float(second == bad["Marked right"]), second),
            "number": (1.0, "4") if knows[2] else (0.0, " 7 ") if at % 3 else (0.0, None),
            "order": (1.0, _order(quiz, "abc")) if knows[3] else (0.0, _order(quiz, "cba")),
            "pairs": (1.0, {}) if knows[4] else (0.5, _pairs(quiz)),
        }
        made.append(result(quiz, f"s{at:02d}", scores))
    return made


def _order(quiz: Quiz, letters: str) -> list[str]:
    task: Any = quiz.questions[3].task
    by_text = {item.text: item.id for item in task.items}
    return [by_text[letter] for letter in letters]


def _pairs(quiz: Quiz) -> dict[str, str]:
    """The first is wrong, the second right."""
    task: Any = quiz.questions[4].task
    return {left.id: task.right[task.lefts[1].id] for left in task.lefts}


@pytest.fixture
def quiz(tmp_path: Path) -> Quiz:
    return load_quiz(of_questions(tmp_path, CHOICES))


@pytest.fixture
def studied(quiz: Quiz) -> ItemAnalysis:
    return study(quiz, class_of(quiz), WhichAttempts.FIRST, plain)


def found(study: ItemAnalysis) -> dict[str, Any]:
    return {question.question.id: question for question in study.questions}


# From the gradebook


def test_the_numbers_are_those_of_moodle(mini: MiniCourse, grader: GraderCommand) -> None:
    """25 attempts at 7 questions, with the values that Moodle's own tests expect."""
    of_questions(mini.path, TEXTS)
    quiz = mini.load().find_quiz("doubling")
    out = mini.path.parent / "graded"
    out.mkdir()
    with Gradebook.open(out / "gradebook.db", create=True) as book:
        book.save_quiz(
            result(quiz, f"s{at}", {f"q{name}": (mark or 0.0, "x") for name, mark in marks.items()})
            for at, marks in enumerate(moodle())
        )
    told = grader("quiz", "stats", "doubling", "--out", "graded", "--json", "--course", mini.path).json
    keys = ("facility", "sd", "effective_weight", "discrimination", "efficiency")
    assert len(told["questions"]) == 7
    for question, expected in zip(told["questions"], EXPECTED, strict=True):
        assert [question[key] for key in keys] == pytest.approx(expected, abs=1e-8), question["id"]
    assert told["whole"]["consistency"] == pytest.approx(-87.2230935542, abs=1e-8)
    assert (told["whole"]["attempts"], told["students"]) == (25, 25)
    shown = grader("quiz", "stats", "doubling", "--out", "graded", "--course", mini.path)
    assert "25 attempts of 25 students (the first attempt of each student)" in shown.out
    assert re.search(r"^q3 +25 +97 % +0\.13 +14\.3 +4\.4 +-9\.1 +-21\.7$", shown.out, re.MULTILINE)
    assert "No question is flagged." in shown.out  # 97 % of 25 students may be chance


def test_options_are_told_by_their_texts_and_the_wrong_key_is_found(studied: ItemAnalysis) -> None:
    questions = found(studied)
    assert questions["good"].options[0].option == "The right one"
    assert sum(option.chosen for option in questions["good"].options) == 60
    told = {flag.worry: flag for flag in questions["miskeyed"].flags}[FlagKind.LIKELY_WRONG_KEY]
    assert told.sureness is Sureness.SURE
    assert re.match(
        r"Sure: the key is wrong. \d+ of 60 answered 'Really right', and \d+ what the key says", told.sentence
    )
    assert not questions["good"].flags


def test_the_wrong_answers_that_came_most_often_are_counted(studied: ItemAnalysis) -> None:
    questions = found(studied)
    assert [(answer.text, answer.count > 5) for answer in questions["number"].wrong] == [("7", True)]
    assert questions["number"].blank > 0
    assert [answer.text for answer in questions["order"].wrong] == ["c → b → a"]
    assert [answer.text for answer in questions["pairs"].wrong] == ["one → 2"]


@pytest.mark.parametrize(
    ("which", "mean", "attempts"),
    [(WhichAttempts.FIRST, 0, 1), (WhichAttempts.LAST, 1, 1), (WhichAttempts.BEST, 2, 1), (WhichAttempts.ALL, 1, 3)],
)
def test_which_attempts_are_looked_at(quiz: Quiz, which: WhichAttempts, mean: float, attempts: int) -> None:
    """A student who got nothing, then two, then one right."""
    rights = [[], ["good", "number"], ["good"]]
    tries = [
        result(quiz, "ada", {q.id: (float(q.id in right), "x") for q in quiz.questions}, number)
        for number, right in enumerate(rights, 1)
    ]
    whole = study(quiz, reversed(tries), which, plain).whole
    assert (whole.mean, whole.attempts) == (mean, attempts)


def test_attempts_that_do_not_count_and_dropped_questions_are_left_out(tmp_path: Path, quiz: Quiz) -> None:
    results = class_of(quiz, 12)
    broken = result(quiz, "eve", {}, problem="it was changed after it was saved")
    dropped = load_quiz(of_questions(tmp_path, CHOICES.replace("- id: good\n", "- id: good\n  dropped: true\n")))
    made = study(dropped, [*results, broken], WhichAttempts.FIRST, plain)
    assert made.whole.attempts == 12
    assert [question.question.id for question in made.questions] == ["miskeyed", "number", "order", "pairs"]
    assert made.dropped == ("good",)
    assert made.stale == 12  # graded by the key before


def test_a_question_of_a_pool_is_counted_where_it_was_asked(tmp_path: Path) -> None:
    quiz = load_quiz(of_questions(tmp_path, TEXTS))
    results = [result(quiz, f"s{at}", {f"q{at % 2 + 1}": (1.0, "a"), "q3": (at % 2, "a")}) for at in range(6)]
    stats = {
        question.question.id: question.stats.attempts
        for question in study(quiz, results, WhichAttempts.ALL, plain).questions
    }
    assert stats == {"q1": 3, "q2": 3, "q3": 6, "q4": 0, "q5": 0, "q6": 0, "q7": 0}


# The command


@pytest.fixture
def graded(mini: MiniCourse, grader: GraderCommand) -> Callable[..., Any]:
    of_questions(mini.path, CHOICES)
    quiz = mini.load().find_quiz("doubling")
    (mini.path.parent / "graded").mkdir()
    with Gradebook.open(mini.path.parent / "graded" / "gradebook.db", create=True) as book:
        book.save_quiz(class_of(quiz))
    command = ("quiz", "stats", "doubling", "--out", "graded", "--course", mini.path)
    return lambda *more, **how: grader(*command, *more, **how)


def test_the_terminal_shows_a_table_worries_and_options(graded: Callable[..., Any]) -> None:
    done = graded()
    assert done.code == 0, done.err
    assert re.search(r"^question +n +facility +SD +weight +effective +discr\. +effic\.$", done.out, re.MULTILINE)
    assert "! miskeyed: " in done.out
    assert re.search(r"✓ The right one +\d+ +\d+ %  best +\d+ %  worst +\d+ %", done.out)
    assert "✗ x < y" in done.out  # a formula, in letters
    assert all(len(line) <= 80 for line in done.out.splitlines())


def test_a_terminal_without_unicode_gets_ascii(graded: Callable[..., Any]) -> None:
    done = graded(env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    assert done.code == 0
    assert done.out.isascii()


def test_the_page_needs_nothing_from_outside_and_escapes_what_authors_write(
    graded: Callable[..., Any], mini: MiniCourse
) -> None:
    done = graded("--html", "stats.html")
    assert done.code == 0, done.err
    page = (mini.path.parent / "stats.html").read_text(encoding="utf-8")
    assert "<script" not in page
    assert "A &lt;script&gt;alert(1)&lt;/script&gt; one" in page
    assert not re.findall(r'(?:src|href)="(?!#|data:)', page)
    assert "url(" not in page
    assert "prefers-color-scheme:dark" in page
    charts = [ElementTree.fromstring(svg) for svg in re.findall(r"<svg.*?</svg>", page, re.DOTALL)]
    assert len(charts) == 2
    assert len(charts[0].findall("rect")) == 10
    assert sum(int(text.text or 0) for text in charts[0].findall("text[@class='count']")) == 60
    assert len(charts[1].findall("g")) == 5
    assert all("discrimination" in (mark.findtext("title") or "") for mark in charts[1].findall("g"))


def test_a_quiz_that_nobody_took_and_a_folder_without_gradebook_are_told(
    mini: MiniCourse, grader: GraderCommand
) -> None:
    of_questions(mini.path, CHOICES)
    there = ("--out", "graded", "--course", mini.path)
    missing = grader("quiz", "stats", "doubling", *there)
    assert missing.code == 2
    assert "'graded' contains no gradebook" in missing.err
    (mini.path.parent / "graded").mkdir()
    Gradebook.open(mini.path.parent / "graded" / "gradebook.db", create=True).close()
    nobody = grader("quiz", "stats", "doubling", *there)
    assert nobody.code == 2
    assert "'graded' has no graded attempts at 'doubling'" in nobody.err


# The views


def row(quiz: Quiz, discrimination: float | None = 40.0, **more: Any) -> QuestionAnalysis:
    stats = ItemStats("q", 20, 1.0, 0.5, 0.5, 50.0, 40.0, discrimination, 30.0)
    return replace(QuestionAnalysis(quiz.questions[0], "Why?", stats, 0, (), (), ()), **more)


def study_of(quiz: Quiz, *rows: QuestionAnalysis) -> ItemAnalysis:
    whole = QuizStats(20, 1.0, *[None] * 7)
    return ItemAnalysis(quiz, WhichAttempts.FIRST, 20, whole, rows, (1.0,) * 20, (), 0)


def test_the_scatter_is_as_deep_as_the_worst_question(quiz: Quiz) -> None:
    assert [field_of([row(quiz, value)]).low for value in (40, -10, -30, -80, None)] == [-25, -25, -50, -100, -25]
    field = field_of([row(quiz, -100.0)])
    circle = f'cx="{field.left + field.wide / 2}" cy="{field.top + field.high}"'
    assert circle in stats_page(study_of(quiz, row(quiz, -100.0)), "course")
    assert "<circle" not in stats_page(study_of(quiz, row(quiz, None)), "course")


def test_what_has_no_value_is_a_dash_everywhere(quiz: Quiz) -> None:
    stats = ItemStats("q", 1, 1.0, 1.0, None, 100.0, None, None, None)
    empty = row(quiz, stats=stats, options=(OptionStats("a", True, 1, 1.0, None, None, None),))
    text = render_stats(study_of(quiz, empty), Style(color=False, width=80))
    assert re.search(r"^q +1 +100 % +– +100\.0 +– +– +–$", text, re.MULTILINE)
    assert "None" not in text + stats_page(study_of(quiz, empty), "Course")


@pytest.mark.parametrize("width", [40, 60, 100])
def test_lines_fit_the_terminal(width: int, quiz: Quiz) -> None:
    options = (OptionStats("An option with a text that is longer than most " * 3, True, 12, 0.6, 0.5, 0.9, 0.1),)
    flag = ItemFlag(FlagKind.TOO_EASY, Sureness.SURE, 0.0, "Something to look at, said in quite a few words.")
    item = row(quiz, options=options, flags=(flag,))
    text = render_stats(study_of(quiz, item), Style(color=False, width=width))
    assert all(len(line) <= width for line in text.splitlines())
    assert all(word in text for word in ("facility", "discr.", "look"))
    assert ("  weight" in text) == (width > 60)
