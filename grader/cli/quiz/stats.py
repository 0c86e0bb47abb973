"""`grader quiz stats`: how the questions of a quiz did."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grader.cli.common import course_option, json_option, note, open_course, style
from grader.cli.gradebook import open_book
from grader.errors import UsageError

if TYPE_CHECKING:
    from grader.course import Course
    from grader.quiz.analysis import ItemAnalysis, QuestionAnalysis
    from grader.render.quiz_stats import ItemRow, StatsPage

_WHICH = {
    "first": "the first attempt of each student",
    "last": "the last attempt of each student",
    "best": "the best attempt of each student",
    "all": "all attempts",
}


@click.command(name="stats", short_help="How each question did: item analysis.")
@click.argument("quiz")
@click.option("--out", type=click.Path(path_type=Path), metavar="DIR", required=True, help="Where grades are.")
@click.option(
    "--attempts",
    "which",
    type=click.Choice([*_WHICH]),
    default="first",
    show_default=True,
    help="Which attempts of each student to look at.",
)
@click.option("--html", type=click.Path(path_type=Path), metavar="FILE", help="Write a page with charts.")
@course_option
@json_option
def command(quiz: str, out: Path, which: str, html: Path | None, course_folder: str | None, as_json: bool) -> int:
    """Moodle's item analysis of QUIZ, from the gradebook that 'grader quiz grade' wrote into DIR.

    It tells how easy each question was, whether it tells strong from weak, which options were chosen, and what to look
    at.

    \b
    Example:
      grader quiz stats attention --out graded
      grader quiz stats attention --out graded --html attention.html
    """
    from grader.files import write_if_changed
    from grader.quiz.analysis import WhichAttempts, study
    from grader.quiz.export.common import for_moodle
    from grader.quiz.session import find_quiz
    from grader.render.latex import Notation, readable

    course = open_course(course_folder)
    found = find_quiz(course, quiz)
    plain = for_moodle(lambda latex: readable(latex, Notation())).plain
    with open_book(out) as book:
        made = study(found, book.quiz_results(found.id), WhichAttempts(which), plain)
    if not made.shares:
        raise UsageError(f"no attempt at '{found.id}' is graded in '{out}'; grade them with 'grader quiz grade'")
    page = _page(course, made, {question.question.id: plain(question.question.prompt) for question in made.questions})
    if html is not None:
        from grader.render.quiz_stats import StatsPages

        write_if_changed(html, StatsPages().stats(page).encode())
    if as_json:
        click.echo(json.dumps(_facts(made), ensure_ascii=False))
    else:
        from grader.render.quiz_stats import render_stats

        click.echo(render_stats(page, style()))
    if html is not None:
        note(f"the page with charts is {html}")
    return 0


def _page(course: Course, study: ItemAnalysis, prompts: dict[str, str]) -> StatsPage:
    from grader.render.quiz_stats import StatsPage

    count = study.analysis.quiz.attempts
    students = f"{study.students} student{'s' * (study.students != 1)}"
    return StatsPage(
        title=study.quiz.title,
        course=course.title,
        subtitle=f"{count} attempt{'s' * (count != 1)} of {students} ({_WHICH[study.which]})",
        notes=tuple(_notes(study)),
        facts=tuple(_whole(study)),
        items=tuple(_item(question, prompts[question.question.id]) for question in study.questions),
        bins=tuple(sum(int(min(share, 0.999) * 10) == tenth for share in study.shares) for tenth in range(10)),
    )


def _notes(study: ItemAnalysis) -> Iterator[str]:
    if study.stale:
        yield f"{study.stale} of these were graded by an earlier key; grade them again with 'grader quiz grade'"
    if study.dropped:
        yield f"left out, for they were dropped: {', '.join(study.dropped)}"
    if study.analysis.quiz.attempts < 10:
        yield "fewer than ten attempts say little: nothing is flagged"


def _whole(study: ItemAnalysis) -> Iterator[tuple[str, str]]:
    """The numbers of the whole quiz, as Moodle names them."""
    from grader.render.quiz_stats import number

    whole = study.analysis.quiz
    most = sum(item.max_mark for item in study.analysis.items)
    yield "mean" if study.quiz.pools else f"mean of {most:g}", number(whole.mean, 2)
    yield "median", number(whole.median, 2)
    yield "SD", number(whole.sd, 2)
    yield "skewness", number(whole.skewness, 2)
    yield "kurtosis", number(whole.kurtosis, 2)
    yield "internal consistency", _in_percent(whole.consistency)
    yield "error ratio", _in_percent(whole.error_ratio)
    yield "standard error", number(whole.standard_error, 2)


def _in_percent(value: float | None) -> str:
    from grader.render.quiz_stats import percent

    return percent(None if value is None else value / 100)


def _item(study: QuestionAnalysis, prompt: str) -> ItemRow:
    from grader.render.quiz_stats import ItemRow, OptionRow

    stats = study.stats
    return ItemRow(
        name=stats.item,
        prompt=prompt,
        points=stats.max_mark,
        attempts=stats.attempts,
        blank=study.blank,
        facility=stats.facility,
        sd=stats.sd,
        intended=stats.intended_weight,
        effective=stats.effective_weight,
        discrimination=stats.discrimination,
        efficiency=stats.efficiency,
        options=tuple(OptionRow(o.option, o.right, o.chosen, o.share, o.best, o.worst) for o in study.options),
        wrong=tuple((answer.text, answer.count) for answer in study.wrong),
        flags=tuple(flag.sentence for flag in study.flags),
    )


def _facts(study: ItemAnalysis) -> dict[str, Any]:
    return {
        "schema": 1,
        "quiz": study.quiz.id,
        "attempts": study.which.value,
        "students": study.students,
        "whole": asdict(study.analysis.quiz),
        "questions": [_question_facts(question) for question in study.questions],
        "dropped": list(study.dropped),
        "stale": study.stale,
    }


def _question_facts(study: QuestionAnalysis) -> dict[str, Any]:
    return {
        "id": study.question.id,
        "type": study.question.kind.value,
        **{name: value for name, value in asdict(study.stats).items() if name != "item"},
        "blank": study.blank,
        "options": [asdict(option) for option in study.options],
        "wrong": [asdict(answer) for answer in study.wrong],
        "flags": [{"worry": flag.worry.value, "sentence": flag.sentence} for flag in study.flags],
    }
