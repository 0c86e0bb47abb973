"""Programs written from the statements alone, by people who had not seen the checks, get the grade they deserve.

In `tests/corpus/EXERCISE`, `wrong_*.py` say in their first line what is wrong, `right_*.py` how they are written;
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
EXERCISES = [
    pytest.param(folder.name, marks=pytest.mark.all) if folder.name in TRAINS else folder.name
    for folder in sorted(CORPUS.iterdir())
    if folder.is_dir() and folder.name != "__pycache__"
]


@pytest.mark.parametrize("slug", EXERCISES)
def test_programs_of_others_get_the_grade_they_deserve(slug: str) -> None:
    """No wrong program gets full marks, no right one loses a point, and no name is given that was not found true."""
    true = yaml.safe_load((CORPUS / "names.yaml").read_text(encoding="utf-8")).get(slug, {})
    problems = []
    for path, result, names in graded(slug):
        first = path.read_text(encoding="utf-8").partition("\n")[0]
        if path.name.startswith("right_") and not result.passed:
            failed = [f"{check.title}: {check.message}" for check in result.checks if not check.passed]
            problems.append(f"{path.name} is right but loses points ({first}): {failed}")
        if path.name.startswith("wrong_") and result.passed:
            problems.append(f"{path.name} is wrong but gets full marks ({first})")
        if unknown := names - {*true.get(path.stem, ())}:
            problems.append(f"{path.name} is called {', '.join(sorted(unknown))} ({first}); is that true?")
    assert problems == []


def graded(slug: str) -> Iterator[tuple[Path, ExerciseResult, set[str]]]:
    """Every program of an exercise, its result, and the mistakes that were named or guessed."""
    course = load_course(ROOT)
    exercise = course.find(slug)
    words = {mistake.diagnosis: mistake.name.partition(".")[0] for mistake in exercise.misconceptions}
    with start_worker(at_once=1) as worker:
        grader = Grader(course, worker)
        for path in sorted((CORPUS / slug).glob("*.py")):
            result = grader.grade(exercise, read_submission(path))
            said = {check.diagnosis for check in result.checks if check.diagnosis}
            yield path, result, {words[text.removeprefix("This looks like a known mistake: ")] for text in said}


def test_the_corpus_is_large_and_says_what_is_wrong() -> None:
    wrong, right = (sorted(CORPUS.glob(f"*/{kind}_*.py")) for kind in ("wrong", "right"))
    assert len(wrong) >= 300
    assert len(right) >= 100
    assert {path.parent.name for path in wrong} == {*load_course(ROOT).slugs}
    for path in (*wrong, *right):
        kind = path.name.partition("_")[0]
        assert path.read_text(encoding="utf-8").startswith(f"# {kind}: "), path
