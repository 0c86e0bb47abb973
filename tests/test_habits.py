"""Habits of students: each survives ordinary inputs, and is noticed by the input that tells it apart."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from grader.author.habits import try_habits
from grader.author.new import new_exercise
from grader.author.trial import TrialRuns
from grader.course import load_course
from grader.worker import start_worker

# Name → the function of the reference, an ordinary check, the check that tells, and the survivors of the first only.
CASES = {
    "a finite number in place of minus infinity, empty rows thought of": (
        """
        def f(scores, keep):
            scores = np.where(keep, scores, -np.inf)
            peak = scores.max(axis=-1, keepdims=True)
            weights = np.exp(scores - np.where(np.isneginf(peak), 0, peak))
            return weights / np.maximum(weights.sum(axis=-1, keepdims=True), 0.5)
        """,
        "[impl.f(rng.normal(size=(2, 3)), np.array([[True, False, True], [last] * 3])) for last in (True, False)]",
        "impl.f(np.full((2, 3), -2.0**102), np.array([[True, False, False], [False, True, False]]))",
        ["-inf written as -1e9", "-inf written as -1e30"],
    ),
    "minus infinity among the inputs": (
        "def f(x): return np.exp(x - x.max()) / np.exp(x - x.max()).sum()",
        "impl.f(np.array([-np.inf, 1.0, -20000.0 + rng.uniform()]))",
        "impl.f(np.array([-np.inf, -2.0**102]))",
        ["lowest_taken 'x' in f"],
    ),
    "a variance in one pass": (
        "def f(x): return np.var(x, axis=0)",
        "impl.f(rng.normal(size=(5, 3)))",
        "impl.f(3000 + rng.randint(-64, 65, size=(5, 3)) / 64)",
        ["variance in one pass"],
    ),
    "the logarithm of a softmax": (
        "import torch\ndef f(x): return torch.log_softmax(torch.as_tensor(np.array(x)), dim=-1)",
        "impl.f(rng.normal(size=(2, 3)))",
        "impl.f(np.array([0.0, -2000.0]))",
        ["log of a probability"],
    ),
    "real tokens counted and taken from the left": (
        "def f(ids, pad, keep): return (ids != pad) & keep",
        "impl.f(np.array([[7, 6, 3], [5, 3, 3]]), 3, np.array([True, True, False]))",
        "impl.f(np.array([[3, 6, 7], [3, 4, 3]]), 3, np.array([False, True, True]))",
        ["padding_counted 'ids' in f", "mask_counted 'keep' in f"],
    ),
    "the first mask for all, and 0 taken for a missing id": (
        "def f(ids, keep): return ids * keep + np.cumsum(ids == 0, axis=-1)",
        "impl.f(rng.randint(1, 9, size=(2, 3)), np.array([[True, False, True]] * 2))",
        "impl.f(np.array([[0, 4, 5], [4, 0, 2]]), np.array([[True, False, True], [False, True, True]]))",
        ["first_mask_for_all 'keep' in f", "zero_id_is_missing 'ids' in f"],
    ),
    "a function called sentence by sentence, or twice": (
        "def f(x, layer): return x + layer(x)",
        "impl.f(rng.normal(size=(2, 3, 4)), np.tanh)",
        "(lambda seen: (impl.f(np.ones((2, 3, 4)), lambda x: seen.append(x.shape) or x), len(seen)))([])",
        ["called_row_by_row 'layer' in f", "called_twice 'layer' in f"],
    ),
    "one buffer for all results": (
        "def f(x): return 2 * x",
        "impl.f(rng.normal(size=(2, 3)))",
        "[impl.f(rng.normal(size=(2, 3))) for _ in range(2)]",
        ["buffer_used_again in f"],
    ),
    "views that run backwards, where arrays need not be contiguous": (
        "def f(x): return 2 * x",
        "impl.f(rng.normal(size=(2, 3)).T)",
        "impl.f(rng.normal(size=(2, 3))[::-1])",
        ["reversed_views_refused 'x' in f"],
    ),
    "the type of an array of whole numbers taken for all": (
        "def f(x, y): return x * y",
        "[impl.f(make(3), make(3)) for make in (rng.rand, lambda n: rng.randint(1, 9, size=n))]",
        "impl.f(1 + rng.uniform(size=3), rng.randint(1, 9, size=3))",
        ["argument_in_type_of 'x' by 'y' in f", "result_in_type_of 'y' in f"],
    ),
    "a mask of queries and keys taken for one of sentences and keys": (
        "def f(scores, keep): return np.where(keep, scores, 0)",
        "impl.f(rng.normal(size=(2, 3, 4)), rng.uniform(size=(3, 4)) < 0.5)",
        "impl.f(rng.normal(size=(3, 3, 4)), np.arange(4) < np.array([[1], [2], [3]]))",
        ["two_axes_read_as_batch 'keep' in f"],
    ),
    "a mask with a column for all keys": (
        "def f(scores, keep): return np.where(keep, scores, 0)",
        "impl.f(rng.normal(size=(3, 3)), rng.uniform(size=(3, 3)) < 0.5)",
        "impl.f(rng.normal(size=(3, 3)), np.array([[True], [False], [True]]))",
        ["column_mask_turned 'keep' in f"],
    ),
    "numbers clipped that may have any size": (
        "def f(large): return large - large.mean()",
        "impl.f(rng.normal(size=3))",
        "impl.f(np.array([2e4, -2e4, 1e5 * rng.uniform()]))",
        ["clipped_at_1e4 'large' in f"],
    ),
    "a branch for calls without an optional argument": (
        "def f(large, shift=0.0): return large / 3 + shift",
        "[impl.f(rng.normal(size=3)), impl.f(1e-5 * rng.normal(size=3), 1e-5), impl.f(1e5 * rng.normal(size=3), 1.0)]",
        "[impl.f(1e-5 * rng.normal(size=3)), impl.f(np.array([2e4, -3e4, 4e4]))]",
        ["rounded_without 'shift' in f", "clipped_without 'shift' in f"],
    ),
    "positions that cannot be used as indices": (
        "def f(x): return np.argsort(x)",
        "impl.f(rng.normal(size=5))",
        "rng.normal(size=5)[impl.f(rng.normal(size=5))]",
        ["whole_result_as_floats in f"],
    ),
    "small whole numbers, where ids may have any integer type": (
        "def f(ids): return 1000 * ids.astype(int)",
        "impl.f(rng.randint(1, 9, size=5))",
        "impl.f(rng.randint(1, 9, size=5).astype(np.uint8))",
        ["counted_in_its_own_type 'ids' in f"],
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_habit_survives_until_the_input_that_tells_it_apart(tmp_path: Path, case: str) -> None:
    function, ordinary, telling, habits = CASES[case]
    before, after = (survivors(tmp_path / name, function, some) for name, some in
                     (("ordinary", [ordinary]), ("telling", [ordinary, telling])))  # fmt: skip
    found = {habit: sum(name.startswith(habit) for name in before) for habit in habits}
    assert 0 not in found.values(), before
    assert not [name for name in after if name.startswith(tuple(habits))]


def test_what_the_statement_does_not_promise_is_not_asked_for(tmp_path: Path) -> None:
    """torch takes no view that runs backwards, and few types as indices."""
    found = survivors(tmp_path / "course", "def f(ids): return 2 * ids", ["impl.f(rng.randint(1, 9, size=5))"], "")
    assert not [name for name in found if name.startswith(("reversed_views", "counted_in"))]


def survivors(
    path: Path,
    function: str,
    results: list[str],
    promise: str = "contiguous; any integer type; keep broadcasts; large: any size",
) -> list[str]:
    """The habits that checks with these results do not notice in this function."""
    path.mkdir()
    (path / "course.yaml").write_text("title: A course\nseed: 3\n")
    exercise, solution = new_exercise(load_course(path), "plain", "1_basics")
    (solution / "solution.py").write_text(f"import numpy as np\n{textwrap.dedent(function)}\n")
    (exercise / "stub.py").write_text("def f(*args): raise NotImplementedError\n")
    for file, name, result in (
        (exercise / "checks.py", "public", results[0]),
        (solution / "hidden_checks.py", "hidden", results[-1]),
    ):
        head = "import numpy as np\n\nfrom grader.checks import check\n\n\n"
        file.write_text(f'{head}@check("works: {name}")\ndef {name}(impl, rng):\n    return {result}\n')
    text = (exercise / "exercise.yaml").read_text()
    old = next(line for line in text.splitlines() if line.startswith("points:"))
    (exercise / "exercise.yaml").write_text(text.replace(old, "points: {public: 1, hidden: 1}"))
    (exercise / "README.md").write_text((exercise / "README.md").read_text() + promise)
    course = load_course(path)
    with start_worker() as worker:
        return try_habits(TrialRuns(course, course.find("plain"), worker, 1)).survivors
