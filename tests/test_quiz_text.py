"""Texts of quizzes in a terminal: formulas in readable letters, matrices aligned, code with colours."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from grader.course import Course
from grader.quiz.paper import draw
from grader.quiz.scoring import PaperScore
from grader.render.latex import Notation, displayed, notation, readable
from grader.render.quiz import (
    Writer,
    clock,
    highlighted,
    numbers,
    points,
    render_question,
    render_quizzes,
    when,
)
from grader.render.style import Style, display_width
from grader.student.quizzes import QuizStanding
from tests.quiz_screens import GRADED, id_of, take

PLAIN, COLOR = Style(False, 60), Style(True, 60)
WIDTH = """
title: Widths
questions:
  - {id: first, type: text, prompt: What?, accept: [a], explanation: A., source: S0, practise: double}
  - id: width
    type: single
    prompt: How *wide*?
    points: 2
    options:
      - {text: $d_k$, correct: true, feedback: Yes., pin: true}
      - {text: Not at all, feedback: No., pin: true}
    source: S0
    practise: double
"""


@pytest.mark.parametrize(
    ("latex", "shown", "in_ascii"),
    [
        (r"\frac{QK^\top}{\sqrt{d_k}}", "QKᵀ/√dₖ", "QK^T/√d_k"),
        (r"\mathrm{softmax}(Q K^\top / \sqrt{d_k}) V", "softmax(Q Kᵀ / √dₖ) V", "softmax(Q K^T / √d_k) V"),
        (r"10000^{2i/d_{model}}", "10000^(2i/d_model)", "10000^(2i/d_model)"),
        (r"\sum_{i=1}^{n} \alpha_i v_i", "∑ᵢ₌₁ⁿ αᵢ vᵢ", "∑_(i=1)^n α_i v_i"),
        (r"x\le y\in\mathbb{R}^{n\times d}", "x ≤ y ∈ ℝ^(n × d)", "x ≤ y ∈ ℝ^(n × d)"),
        (r"\frac{1}{2}x", "(1/2)x", "(1/2)x"),
        (r"\frac{a+b}{c} + 1", "(a+b)/c + 1", "(a+b)/c + 1"),
        (r"\hat{y}_t - \bar{xy}", "ŷₜ - bar(xy)", "hat(y)_t - bar(xy)"),
        (r"e^{-x}, h^{(i)}_{t-1}", "e⁻ˣ, h⁽ⁱ⁾ₜ₋₁", "e^(-x), h^((i))_(t-1)"),
        (r"W^Q", "W^Q", "W^Q"),
        (r"\left\{ a \right.", "{ a", "{ a"),
        (r"\text{if } x > 0", "if x > 0", "if x > 0"),
        (r"A = \begin{bmatrix}1 & 2\\ 3 & 4\end{bmatrix}", "A = [1 2; 3 4]", "A = [1 2; 3 4]"),
        (r"\sqrt[3]{x+y}", "³√(x+y)", "³√(x+y)"),
        (r"\unknown{x}", "unknownx", "unknownx"),
        (r"}{\frac", "()/()", "()/()"),
    ],
)
def test_formulas_are_readable(latex: str, shown: str, in_ascii: str) -> None:
    assert readable(latex, Notation()) == shown
    assert readable(latex, Notation(unicode=False)) == in_ascii


def test_letters_below_the_line_look_alike_within_a_question() -> None:
    """There is no small q, so the small k of the same question stays where it is, too."""
    writer = Writer(PLAIN, ["$W_q$", "$W_k$"])
    assert writer.block("$W_k$, not $W_q$ or $d_{1}$")[0] == "W_k, not W_q or d₁"
    assert notation(["$d_k$"], True).lowers_letters


def test_matrices_stand_upright_in_a_displayed_formula() -> None:
    latex = r"A = \begin{bmatrix}1 & 2\\ 30 & 4\\ 5 & 6\end{bmatrix} \begin{pmatrix} x_1 \\ x_2 \end{pmatrix}"
    assert displayed(latex, Notation()) == [
        "    ⎡  1  2 ⎤ ⎛ x₁ ⎞",
        "A = ⎢ 30  4 ⎥ ⎝ x₂ ⎠",
        "    ⎣  5  6 ⎦",
    ]


def test_a_matrix_alone_in_a_line_is_aligned_and_one_in_a_sentence_is_not() -> None:
    text = "Look:\n\nA = [[1, 2], [30, -4.5]]\n\nand [[1, 2], [30, 4]] here, [[1, 2], [x, 4]] there."
    assert Writer(PLAIN).block(text) == [
        "Look:",
        "",
        "    A = [[ 1,    2],",
        "         [30, -4.5]]",
        "",
        "and [[1, 2], [30, 4]] here, [[1, 2], [x, 4]] there.",
    ]


def test_formulas_are_safe_from_markdown_and_code_from_formulas() -> None:
    assert (
        Writer(PLAIN).block(r"$a * b * c$ and `$x$` and \$5 and 2 * 3 * 4")[0]
        == "a * b * c and `$x$` and $5 and 2 * 3 * 4"
    )


def test_stress_keeps_its_marks_where_there_are_no_colours() -> None:
    assert Writer(PLAIN).block("after *my* and **not** $d_k$")[0] == "after *my* and *not* dₖ"
    assert Writer(COLOR).block("*my*")[0] == "\x1b[3mmy\x1b[0m"


def test_in_a_list_a_text_is_one_line_without_marks_cut_after_a_word() -> None:
    text = "What does *each* `A @ B` of $d_k$ do\n```python\nA @ B\n```\nwith **my** `$x$`?"
    assert Writer(PLAIN).short(text, 80) == "What does each A @ B of dₖ do with my $x$?"
    assert Writer(PLAIN).short(text, 27) == "What does each A @ B of dₖ…"
    assert Writer(PLAIN).short(text, 26) == "What does each A @ B of…"


def test_code_has_colours_only_where_they_are_wanted_and_stays_as_it_is() -> None:
    code = 'def f(x):\n    return "x"  # twice'
    assert highlighted(code, "python", PLAIN) == code.split("\n")
    assert highlighted(code, "nonsense", COLOR) == code.split("\n")
    painted = highlighted(code, "python", COLOR)
    assert "\x1b[36mdef\x1b[0m" in painted[0]
    assert re.sub(r"\x1b\[\d+m", "", "\n".join(painted)) == code


def test_every_text_of_the_course_fits_and_leaves_no_latex_behind(course: Course) -> None:
    looked_at = 0
    for quiz in course.quizzes:
        for variant in draw(quiz, 1).questions:
            shown = Writer(PLAIN, [variant.prompt]).block(variant.prompt)
            outside_code = [line for line in shown if not line.startswith("    ")]
            assert max(map(display_width, outside_code)) <= 60
            assert not re.search(r"\\[a-zA-Z]{2,}|\$", re.sub(r"`[^`]*`", "", "\n".join(shown))), variant.id
            looked_at += "$" in variant.prompt
    assert looked_at >= 10


def test_a_question_in_lines_has_letters_and_says_what_is_chosen(tmp_path: Path) -> None:
    taking = take(tmp_path, WIDTH)
    session = taking.session
    session.answer(id_of(taking.at("width"), "$d_k$"))
    session.flag()
    assert render_question(session, PLAIN).split("\n") == [
        "Question 2 of 2 · 2 points · flagged",
        "",
        "How *wide*?",
        "",
        "  a) dₖ (chosen)",
        "  b) Not at all",
    ]


@pytest.mark.parametrize(
    ("seconds", "shown"), [(0, "0:00"), (0.2, "0:01"), (59.5, "1:00"), (605, "10:05"), (3600, "1:00:00")]
)
def test_the_clock_says_nothing_is_left_only_when_nothing_is(seconds: float, shown: str) -> None:
    assert clock(seconds) == shown


def test_times_numbers_and_points_are_said_in_words() -> None:
    assert [when(s) for s in (5, 600, 3600, 200_000)] == ["in a minute", "in 10 minutes", "in 1 hour", "in 2 days"]
    assert [numbers(n) for n in ([1], [1, 2], [0, 1, 2], [1, 4, 5, 6, 9])] == [
        "2",
        "2 and 3",
        "1 to 3",
        "2, 5 to 7 and 10",
    ]
    assert [points(p) for p in (-0.0, 1.0, 1 / 3, -0.25)] == ["0", "1", "0.33", "-0.25"]


@pytest.mark.parametrize("width", [40, 60, 80, 100])
def test_the_list_of_quizzes_fits_its_width(tmp_path: Path, width: int) -> None:
    taking = take(tmp_path, GRADED)
    long = replace(taking.quiz, id="multi_head_and_masks", title="Multi-head attention and masks")
    short = replace(taking.quiz, id="short", number=2, title="Short", minutes=None, attempts=None)
    rows = [
        QuizStanding(long, 17, (taking.session.attempt,), PaperScore(16.5, 17, {}), 3),
        QuizStanding(short, 1),
    ]
    shown = render_quizzes(rows, Style(False, width))
    assert max(map(display_width, shown.split("\n"))) <= width
    for part in ("graded,", "started", "best 16.5 of 17", "3 questions to review: grader quiz review"):
        assert part in " ".join(shown.split())
    assert render_quizzes([], PLAIN) == "This course has no quizzes yet."
