"""coverage.yaml: every idea and number in the sources, and where the course teaches it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from grader.course import yaml as yamlfile
from grader.errors import ContentError
from grader.text import did_you_mean

if TYPE_CHECKING:
    from grader.course.load import Course

NAME = "coverage.yaml"


class Idea(msgspec.Struct, frozen=True):
    """One idea or number of a source. `taught` names exercises (`masking`), checks (`masking/hides_the_future`),
    quizzes (`attention`) or questions (`attention/steps`). It is empty while the idea is still open."""

    idea: str
    taught: tuple[str, ...]


class CoverageFile(msgspec.Struct, kw_only=True):
    sources: dict[str, list[Idea]]


def coverage_problems(course: Course) -> Iterator[ContentError]:
    """Yield places that do not exist, and sources and exercises that are missing; nothing without such a file."""
    path = course.path / NAME
    if not path.exists():
        return
    try:
        document = yamlfile.read(path, CoverageFile)
    except ContentError as error:
        yield error
        return
    places: set[str] = set()
    for exercise in course.exercises:
        checks = (*exercise.checks, *exercise.hidden_checks)
        places |= {exercise.slug, *(f"{exercise.slug}/{spec.id}" for spec in checks)}
    for quiz in course.quizzes:
        places |= {quiz.id, *(f"{quiz.id}/{question.id}" for question in quiz.questions)}
    taught: dict[str, set[str]] = {}
    for source, ideas in document.value.sources.items():
        taught[source] = {place.partition("/")[0] for idea in ideas for place in idea.taught}
        for number, idea in enumerate(ideas):
            for at, place in enumerate(idea.taught):
                if place not in places:
                    problem = f"'{place}' is not an exercise, check, quiz or question{_meant(place, places)}"
                    yield document.error(problem, "sources", source, number, "taught", at)
    for exercise in course.exercises:
        for source in exercise.sources:
            if source not in taught:
                yield document.error(f"{exercise.slug} names the source {source}; list its ideas here", "sources")
            elif exercise.slug not in taught[source]:
                problem = f"{exercise.slug} names the source {source}, but no idea of {source} leads to it; add one"
                yield document.error(problem, "sources", source)


def _meant(place: str, places: set[str]) -> str:
    """Suggest only places of the same exercise or quiz, else only exercises and quizzes: there are hundreds."""
    slug = place.partition("/")[0]
    inside = {known for known in places if known.startswith(f"{slug}/")}
    return did_you_mean(place, inside if slug in places else {known for known in places if "/" not in known})


def open_ideas(course: Course) -> int:
    """Return how many ideas of the sources have no place in the course yet, 0 without such a file."""
    path = course.path / NAME
    if not path.exists():
        return 0
    sources = yamlfile.read(path, CoverageFile).value.sources
    return sum(not idea.taught for ideas in sources.values() for idea in ideas)
