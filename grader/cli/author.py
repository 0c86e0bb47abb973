"""Commands for authors: `grader author check`, `author new`, `release`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import click

from grader.cli.common import course_option, open_course, print_json, progress_stream, standard_options, style
from grader.cli.run import LazyGroup
from grader.text import counted

if TYPE_CHECKING:
    from grader.author.mutants import Mutation
    from grader.author.prove import Proof
    from grader.course import Course, Exercise

VERBS = {
    "check": ("author", "Prove that exercises and quizzes keep their promises."),
    "new": ("author", "Start a new exercise from a working example."),
}


@click.group(name="author", cls=LazyGroup, verbs=VERBS)
def author_command() -> None:
    """Create exercises and verify them.

    \b
    Example:
      grader author new attention_span --part 2_attention
      grader author check attention_span
    """


@click.command(name="check")
@click.argument("names", nargs=-1, metavar="[EXERCISES OR QUIZZES]...")
@click.option("--mutate", is_flag=True, help="Also mutate the reference and report mutants that no check notices.")
@standard_options
def check_command(names: tuple[str, ...], mutate: bool, course_folder: str | None, as_json: bool) -> int:
    """Prove that exercises and quizzes (default: all) keep their promises. Exits with 2 if one does not.

    \b
    Examples:
      grader author check softmax --mutate
      grader author check transformer_basics
    """
    from dataclasses import asdict

    from grader.author.prove_quiz import prove_quiz
    from grader.course.coverage import open_ideas
    from grader.course.quiz_load import file_problems, quiz_paths
    from grader.render.author import render_mutations, render_proofs, render_quiz_proofs

    course = open_course(course_folder)
    paths = quiz_paths(course.path)
    ids = {name: quiz for quiz, path in paths.items() for name in (quiz, path.stem)}  # a file names its quiz, too
    quizzes = [ids[Path(name).stem] for name in names if Path(name).stem in ids]
    exercises = [name for name in names if Path(name).stem not in ids]
    problems = course.validate(exercises) if exercises or not names else []
    problems += [problem for quiz in quizzes for problem in file_problems(paths[quiz])]
    if problems:
        if as_json:
            print_json({"schema": 1, "problems": [str(problem) for problem in problems]})
        else:
            click.echo("\n".join(map(str, problems)), err=True)
        return 2
    chosen = [course.find(name) for name in exercises] if names else list(course.exercises)
    asked = [prove_quiz(course, course.find_quiz(name)) for name in (quizzes if names else course.quiz_names)]
    proofs, mutations = _prove(course, chosen, mutate, progress_stream(as_json)) if chosen else ([], [])
    if as_json:
        facts = {"proofs": [*map(asdict, proofs)], "quizzes": [*map(asdict, asked)]}
        facts["mutations"] = [*map(asdict, mutations)]
        print_json({"schema": 1, **facts})
    else:
        if proofs:
            click.echo(render_proofs(proofs, style()))
        if asked:
            click.echo(render_quiz_proofs(asked, style()))
        if mutations:
            click.echo(f"\n{render_mutations(mutations, style())}")
        if not names and (count := open_ideas(course)):
            click.echo(f"coverage: ideas of the sources not taught yet: {count}.")
    broken = any(proof.breaches for proof in proofs) or any(proof.breaches for proof in asked)
    return 2 if broken or any(m.survivors or m.wrong_names or m.stale for m in mutations) else 0


def _prove(
    course: Course, exercises: list[Exercise], mutate: bool, stream: TextIO
) -> tuple[list[Proof], list[Mutation]]:
    from grader.author.mutants import MOST_OF_ONE, MOST_PAIRS, mutants, run_mutants
    from grader.author.prove import prove_all, steps
    from grader.worker import start_worker

    length = sum(map(steps, exercises))
    with click.progressbar(length=length, label="Proving", file=stream) as bar:
        proofs = prove_all(course, exercises, bar.update)
    if not mutate:
        return proofs, []
    most = 2 * MOST_PAIRS
    length = sum(len(mutants(e.solution_source)) + (1 + MOST_OF_ONE) * len(e.misconceptions) + most for e in exercises)
    with start_worker() as worker, click.progressbar(length=length, label="Mutating", file=stream) as bar:
        return proofs, [run_mutants(course, exercise, worker, bar.update) for exercise in exercises]


@click.command(name="new")
@click.argument("exercise")
@click.option("--part", required=True, metavar="PART", help="The folder of the part, such as 2_attention.")
@course_option
def new_command(exercise: str, part: str, course_folder: str | None) -> None:
    """Start EXERCISE from a small working example, to be replaced step by step.

    \b
    Example:
      grader author new attention_span --part 2_attention
    """
    from grader.author.release import new_exercise

    course = open_course(course_folder)
    for folder in new_exercise(course, exercise, part):
        click.echo(f"created {folder.relative_to(course.path)}")
    click.echo(f"It works as it is. Change it step by step, and after each step run: grader author check {exercise}")


@click.command(name="release")
@click.argument("folder")
@click.option("--assignment", default="", metavar="NAME", help="Only what counts in this one, of assignments.yaml.")
@course_option
def release_command(folder: str, assignment: str, course_folder: str | None) -> None:
    """Write a student edition to FOLDER: statements, stubs and public checks, but no solutions.

    \b
    Example:
      grader release student-edition
      grader release student-edition --assignment hw1
    """
    from grader.author.release import release
    from grader.course.assignments import read_assignments
    from grader.grade import Grader
    from grader.worker import start_worker

    course = open_course(course_folder)
    items = read_assignments(course).find(assignment).items if assignment else ()
    with (
        start_worker() as worker,
        click.progressbar(length=len(items or course.exercises), label="Exercises", file=progress_stream()) as bar,
    ):
        count = release(course, Grader(course, worker, keep=False), Path(folder), bar.update, items)
    click.echo(f"{counted(count, 'exercise')} in {folder}. Give this folder to students; it contains no solutions.")
