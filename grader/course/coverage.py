"""The folder coverage/: a file for each source, which lists its ideas and numbers and where the course teaches them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from grader.course import yaml as yamlfile
from grader.errors import ContentError
from grader.text import did_you_mean

if TYPE_CHECKING:
    from grader.course.load import Course

FOLDER = "coverage"


class Idea(msgspec.Struct, frozen=True):
    """One idea or number of a source. `taught` names exercises (`masking`), checks (`masking/hides_the_future`),
    quizzes (`attention`) or questions (`attention/steps`). It is empty while the idea is still open."""

    idea: str
    taught: tuple[str, ...]


class CoverageFile(msgspec.Struct, kw_only=True):
    ideas: list[Idea]


def coverage_problems(course: Course) -> Iterator[ContentError]:
    """Yield places that do not exist, and sources and exercises that are missing; nothing without such a folder."""
    files = _files(course)
    if not files:
        return
    places: set[str] = set()
    for exercise in course.exercises:
        checks = (*exercise.checks, *exercise.hidden_checks)
        places |= {exercise.slug, *(f"{exercise.slug}/{spec.id}" for spec in checks)}
    for quiz in course.quizzes:
        places |= {quiz.id, *(f"{quiz.id}/{question.id}" for question in quiz.questions)}
    taught: dict[str, set[str]] = {}
    for source, path in files.items():
        try:
            document = yamlfile.read(path, CoverageFile)
        except ContentError as error:
            yield error
            return
        taught[source] = {place.partition("/")[0] for idea in document.value.ideas for place in idea.taught}
        for number, idea in enumerate(document.value.ideas):
            for at, place in enumerate(idea.taught):
                if place not in places:
                    problem = f"'{place}' is not an exercise, check, quiz or question{_meant(place, places)}"
                    yield document.error(problem, "ideas", number, "taught", at)
    for exercise in course.exercises:
        for source in exercise.sources:
            path = course.path / FOLDER / f"{source}.yaml"
            if source not in taught:
                yield ContentError(path, f"{exercise.slug} names the source {source}; create this file, with its ideas")
            elif exercise.slug not in taught[source]:
                problem = f"{exercise.slug} names the source {source}, but no idea of {source} leads to it; add one"
                yield ContentError(path, problem, 1)


def _files(course: Course) -> dict[str, Path]:
    return {path.stem: path for path in sorted((course.path / FOLDER).glob("*.yaml"))}


def _meant(place: str, places: set[str]) -> str:
    """Suggest only places of the same exercise or quiz, else only exercises and quizzes: there are hundreds."""
    slug = place.partition("/")[0]
    inside = {known for known in places if known.startswith(f"{slug}/")}
    return did_you_mean(place, inside if slug in places else {known for known in places if "/" not in known})


def open_ideas(course: Course) -> int:
    """Return how many ideas of the sources have no place in the course yet, 0 without such a folder."""
    files = (yamlfile.read(path, CoverageFile).value.ideas for path in _files(course).values())
    return sum(not idea.taught for ideas in files for idea in ideas)
