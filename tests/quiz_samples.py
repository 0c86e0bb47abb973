"""A quiz with every type and option, and ways to make others from pieces."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent, indent

from grader.course.quiz_load import file_problems, load_quiz
from grader.course.quiz_model import Quiz
from grader.quiz.paper import Variant, draw_question

FULL = r"""
# yaml-language-server: $schema=quiz.schema.json
title: Doubling
description: All about *twice*.
kind: graded
attempts: 2
minutes: 20
feedback: end
scoring: net-correct
negative: 0.25
shuffle: {questions: true, options: true}
pools: {small: 2}
questions:
  - id: why
    type: single
    prompt: What does doubling do to $\frac{d_k}{2}$?
    options:
      - text: It gives $d_k$
        correct: true
        feedback: Twice a half is a whole.
      - text: Nothing
        feedback: Only to zero.
      - text: It halves it
        feedback: The other way round.
      - text: None of these
        feedback: One of them is right.
        pin: true
    points: 2
    source: S0
    practise: double
    misconceptions: [double/squared]
    difficulty: 3
    tags: [basics]
  - id: which
    type: multiple
    prompt: |
      Which of these are even?
      ```python
      [[1, 2], [3, 4]]
      ```
    scoring: every-decision
    options:
      - {text: "2", correct: true, feedback: Twice one.}
      - {text: "4", correct: true, feedback: Twice two.}
      - {text: "5", feedback: Odd.}
    source: [S0]
    practise: [double]
  - id: memory
    type: numeric
    prompt: How much memory do a million float32 numbers take?
    answer: 4
    relative: 0.05
    unit: MB
    units: {KB: 0.001}
    unit_required: true
    explanation: 4 bytes each.
    mistakes:
      - {answer: 1, feedback: A float32 takes four bytes.}
    source: S0
    practise: double
  - id: about
    type: numeric
    prompt: About how many?
    range: [50, 150]
    explanation: About 100.
    source: S0
    practise: double
  - id: name
    type: text
    prompt: What is twice called?
    accept: [double, the double]
    ignore: [case, whitespace, unicode, accents, punctuation]
    explanation: That is the word.
    mistakes:
      - {answer: square, feedback: Only for two and zero.}
    source: S0
    practise: double
  - id: steps
    type: ordering
    prompt: In which order?
    items: [Read, Add, Write, {text: Rest, id: rest}]
    explanation: One after the other.
    source: S0
    practise: double
  - id: who
    type: matching
    prompt: What belongs together?
    pairs:
      - {left: "1", right: "2"}
      - {left: "2", right: "4"}
      - {left: one and one, right: "2"}
    extra: ["6"]
    explanation: Twice each.
    source: S0
    practise: double
  - id: width
    type: single
    prompt: '[[heads]] heads of [[width]]: how wide is [[[heads]], [[width]]] with [[[1, 2], [3, 4]]]?'
    parameters:
      heads: [2, 4, 8]
      width: {from: 16, to: 64, step: 16}
      total: heads * width
    options:
      - {text: '[[total]]', correct: true, feedback: '[[heads]] times [[width]].'}
      - {text: '[[= heads + width]]', feedback: That adds.}
      - {text: '[[= width / heads : .2f]]', feedback: That splits.}
    source: S0
    practise: double
  - {id: s1, type: text, pool: small, prompt: 'A?', accept: [a], explanation: A., source: S0, practise: double}
  - {id: s2, type: text, pool: small, prompt: 'B?', accept: [b], explanation: B., source: S0, practise: double}
  - {id: s3, type: text, pool: small, prompt: 'C?', accept: [c], explanation: C., source: S0, practise: double}
"""


def write(folder: Path, text: str, name: str = "01_doubling.yaml") -> Path:
    path = folder / "quizzes" / name
    path.parent.mkdir(exist_ok=True, parents=True)
    path.write_text(dedent(text).lstrip("\n"), encoding="utf-8")
    return path


def full(folder: Path) -> Quiz:
    return load_quiz(write(folder, FULL))


def of_questions(folder: Path, questions: str, head: str = "") -> Path:
    """A quiz of some questions, which may be indented."""
    return write(folder, f"title: Some\n{dedent(head)}questions:\n{indent(dedent(questions).strip(), '  ')}\n")


def problems(path: Path) -> list[str]:
    """What is wrong with a file: line and sentence."""
    return [str(error).partition(f"{path.name}:")[2] for error in file_problems(path)]


def drawn(folder: Path, question: str, head: str = "", seed: int = 1) -> Variant:
    """One question, drawn."""
    quiz = load_quiz(of_questions(folder, question, head))
    return draw_question(quiz, quiz.questions[0], seed)


# 25 attempts at 7 questions of one point each, and what Moodle's own tests expect of them.
MARKS = """
1 1 1 1 1 0 1
1 1 1 1 0.5 1 0
1 1 1 1 0.5 0 1
0 0 1 1 1 0 0
1 0 1 0 0 1 0.5
1 1 1 1 0.5 0 0.5
0 1 1 1 0.5 1 0.5
1 1 1 0 0.5 1 0.5
1 0 1 1 1 1 1
0 1 1 0 0.5 1 0.5
0.8 0 1 1 0.5 1 0.5
1 1 1 0 0.5 1 1
1 0 1 1 0.5 1 0.5
1 0 1 1 1 0 0.5
0 0 1 1 0 1 1
1 0 1 0 0.5 1 1
0.8 0 1 1 0.5 0 1
1 0 1 1 0 1 0.5
1 0 1 1 0.5 0 0.5
0 1 1 0 0.5 1 0
1 1 0.3333333 1 0.5 0 0.5
1 1 1 0 0.5 0 0.5
1 1 1 1 0 1 0.5
0 0 1 0 0.5 1 1
0 0 1 1 1 1 1
"""
ITEMS = [str(number) for number in range(1, 8)]
# facility, SD, effective weight, discrimination index, discriminative efficiency
EXPECTED = [
    (0.704, 0.4513682901, 21.2922742344, -7.0650767526, -9.4550536967),  # 1
    (0.48, 0.5099019514, 18.8979800309, -28.8982125772, -36.7834118938),  # 2
    (0.973333332, 0.13333334, 4.443012573, -9.1230674268, -21.6545012165),  # 3
    (0.68, 0.4760952286, 18.9347251357, -22.6306444113, -31.4411395613),  # 4
    (0.52, 0.3055050463, 11.1450138688, -17.6997047674, -21.1794802584),  # 5
    (0.64, 0.4898979486, 9.8081339177, -45.3785178421, -56.9365974439),  # 6
    (0.62, 0.331662479, 15.4788602394, -5.6543166602, -6.5043742058),  # 7
]


def moodle() -> list[dict[str, float | None]]:
    rows = [line.split() for line in MARKS.strip().splitlines()]
    return [dict(zip(ITEMS, map(float, row), strict=True)) for row in rows]
