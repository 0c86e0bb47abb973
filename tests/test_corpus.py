"""Programs written from the statements alone, by people who had not seen the checks, get the grade they deserve.

In `tests/corpus/*/EXERCISE`, `wrong_*.py` say in their first line what is wrong, `right_*.py` how they are written;
`names.yaml` has every mistake that was named in a wrong program, each read and found true.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from grader.course import load_course
from grader.grade import Grader
from grader.results import ExerciseResult
from grader.submission import read_submission
from grader.worker import start_worker
from tests.conftest import ROOT

CORPUS = Path(__file__).with_name("corpus")
TRAINS = ("translate",)
IN_TEST_ALL = pytest.mark.all
pytestmark = pytest.mark.torch  # programs for numpy exercises use it, too
FOLDERS = [
    pytest.param(folder, id=f"{folder.parent.name}-{folder.name}", marks=[IN_TEST_ALL] * (trains or later))
    for folder in sorted(CORPUS.glob("*/*"))
    for trains, later in [(folder.name in TRAINS, folder.parent.name != "first")]
]


@pytest.mark.parametrize("folder", FOLDERS)
def test_programs_of_others_get_the_grade_they_deserve(folder: Path) -> None:
    """No wrong program gets full marks, no right one loses a point, and no name is given that was not found true."""
    true = yaml.safe_load((CORPUS / "names.yaml").read_text(encoding="utf-8")).get(folder.name, {})
    problems = []
    for path, result, names in graded(folder):
        first = path.read_text(encoding="utf-8").partition("\n")[0]
        if path.name.startswith("right_") and not result.passed:
            failed = [f"{check.title}: {check.message}" for check in result.checks if not check.passed]
            problems.append(f"{path.name} is right but loses points ({first}): {failed}")
        if path.name.startswith("wrong_") and result.passed:
            problems.append(f"{path.name} is wrong but gets full marks ({first})")
        if unknown := names - {*true.get(path.stem, ())}:
            problems.append(f"{path.name} is called {', '.join(sorted(unknown))} ({first}); is that true?")
    assert problems == []


def graded(folder: Path) -> Iterator[tuple[Path, ExerciseResult, set[str]]]:
    """Every program of a folder, its result, and the mistakes that were named or guessed."""
    course = load_course(ROOT)
    exercise = course.find(folder.name)
    words = {mistake.diagnosis: mistake.name.partition(".")[0] for mistake in exercise.misconceptions}
    with start_worker(at_once=1) as worker:
        grader = Grader(course, worker)
        for path in sorted(folder.glob("*.py")):
            result = grader.grade(exercise, read_submission(path))
            said = {check.diagnosis for check in result.checks if check.diagnosis}
            yield path, result, {words[text.removeprefix("This looks like a known mistake: ")] for text in said}


def test_the_corpus_is_large_and_says_what_is_wrong() -> None:
    wrong, right = (sorted(CORPUS.glob(f"*/*/{kind}_*.py")) for kind in ("wrong", "right"))
    assert len(wrong) >= 300
    assert len(right) >= 100
    assert {path.parent.name for path in wrong} == {*load_course(ROOT).slugs}
    for path in (*wrong, *right):
        kind = path.name.partition("_")[0]
        assert path.read_text(encoding="utf-8").startswith(f"# {kind}: "), path
