"""Commands of those who write exercises: `grader author check`, `author new`, `release`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.common import course_option, json_option, open_course, print_json, style, where_progress_goes
from grader.cli.run import LazyGroup

if TYPE_CHECKING:
    from grader.author.mutants import Mutation
    from grader.author.prove import Proof
    from grader.author.prove_quiz import QuizProof
    from grader.course import Course, Exercise

# ---- `grader author`: the commands of those who write exercises.


VERBS = {
    "check": "Prove that exercises keep their promises.",
    "new": "Start a new exercise from a working example.",
}


@click.group(name="author", cls=LazyGroup, verbs=VERBS, package="grader.cli", homes=dict.fromkeys(VERBS, "author"))
def command() -> None:
    """Write exercises and prove them right.

    \b
    Example:
      grader author new attention_span --part 2_attention
      grader author check attention_span
    """


# ---- `grader author check`: prove the content.


MANY = 4  # exercises: for fewer, starting processes does not pay


@click.command(name="check", short_help="Prove that exercises and quizzes keep their promises.")
@click.argument("names", nargs=-1, metavar="[EXERCISES OR QUIZZES]...")
@click.option("--mutate", is_flag=True, help="Also change the reference place by place and see that checks notice.")
@course_option
@json_option
def check_command(names: tuple[str, ...], mutate: bool, course_folder: str | None, as_json: bool) -> int:
    """Prove that exercises and quizzes (default: all) keep their promises. Exits with 2 if one does not.

    \b
    Examples:
      grader author check softmax --mutate
      grader author check transformer_basics
    """
    course = open_course(course_folder)
    exercises, quizzes = _sorted_names(course, names)
    problems = _file_problems(course, exercises, quizzes) if names else [str(p) for p in course.validate()]
    if problems:
        _tell_problems(problems, as_json)
        return 2
    chosen = [course.find(name) for name in exercises] if names else list(course.exercises)
    asked = [_prove_quiz(course, name) for name in (quizzes if names else course.quiz_names)]
    proofs = _prove(course, chosen, quiet=as_json) if chosen else []
    mutations = _mutate(course, chosen, quiet=as_json) if mutate and chosen else []
    _report(proofs, asked, mutations, as_json)
    if not names and not as_json:
        _tell_open_ideas(course)
    broken = any(proof.breaches for proof in proofs) or any(quiz.breaches for quiz in asked)
    bad = broken or any(m.survivors or m.wrong_names or m.stale for m in mutations)
    return 2 if bad else 0


def _sorted_names(course: Course, names: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """The exercises and the quizzes among the names; a quiz may be named by its file, too."""
    from grader.course.quiz_load import quiz_paths

    stems = {path.stem: quiz for quiz, path in quiz_paths(course.path).items()}
    found = {name: stems.get(Path(name).stem, name) for name in names}
    quizzes = [found[name] for name in names if found[name] in stems.values()]
    return [name for name in names if found[name] not in quizzes], quizzes


def _file_problems(course: Course, exercises: list[str], quizzes: list[str]) -> list[str]:
    from grader.course.quiz_load import file_problems, quiz_paths

    found = course.validate(exercises) if exercises else []
    paths = quiz_paths(course.path)
    return [str(problem) for problem in (*found, *(p for name in quizzes for p in file_problems(paths[name])))]


def _prove_quiz(course: Course, name: str) -> QuizProof:
    from grader.author.prove_quiz import prove_quiz

    return prove_quiz(course, course.find_quiz(name))


def _tell_problems(problems: list[str], as_json: bool) -> None:
    if as_json:
        print_json({"schema": 1, "problems": problems})
    for problem in problems if not as_json else ():
        click.echo(problem, err=True)


def _tell_open_ideas(course: Course) -> None:
    from grader.course.coverage import open_ideas

    count = open_ideas(course)
    if count:
        click.echo(f"coverage.yaml: ideas of the sources not taught yet: {count}.")


def _prove(course: Course, chosen: list[Exercise], quiet: bool) -> list[Proof]:
    """Several exercises are proved side by side, each in a process of its own."""
    from grader.author.prove import Prover
    from grader.worker import start_worker

    if len(chosen) >= MANY:
        return _prove_many(course, chosen, quiet)
    with start_worker() as worker:
        length = sum(Prover(course, worker).steps(exercise) for exercise in chosen)
        with click.progressbar(length=length, label="Proving", file=where_progress_goes(quiet)) as bar:
            prover = Prover(course, worker, progress=bar.update)
            return [prover.prove(exercise) for exercise in chosen]


def _prove_many(course: Course, chosen: list[Exercise], quiet: bool) -> list[Proof]:
    from concurrent.futures import ProcessPoolExecutor, as_completed

    from grader.author.prove import prove_one

    longest_first = sorted(chosen, key=lambda e: (not e.needs_device, not e.needs_torch, -len(e.misconceptions)))
    proofs: dict[str, Proof] = {}
    with (
        ProcessPoolExecutor(os.cpu_count()) as pool,
        click.progressbar(length=len(chosen), label="Proving", file=where_progress_goes(quiet)) as bar,
    ):
        waiting = [pool.submit(prove_one, course.path, exercise.slug) for exercise in longest_first]
        for done in as_completed(waiting):
            proof = done.result()
            proofs[proof.exercise] = proof
            bar.update(1)
    return [proofs[exercise.slug] for exercise in chosen]


def _mutate(course: Course, chosen: list[Exercise], quiet: bool) -> list[Mutation]:
    from grader.author.mutants import MOST_PAIRS, Mutator, mutants
    from grader.worker import start_worker

    length = sum(len(mutants(exercise.solution_source)) + MOST_PAIRS for exercise in chosen)
    with (
        start_worker() as worker,
        click.progressbar(length=length, label="Mutating", file=where_progress_goes(quiet)) as bar,
    ):
        mutator = Mutator(course, worker, bar.update)
        return [mutator.run(exercise) for exercise in chosen]


def _report(proofs: list[Proof], quizzes: list[QuizProof], mutations: list[Mutation], as_json: bool) -> None:
    if as_json:
        from dataclasses import asdict

        facts = {
            "schema": 1,
            "proofs": [asdict(p) for p in proofs],
            "quizzes": [asdict(q) for q in quizzes],
            "mutations": [asdict(m) for m in mutations],
        }
        print_json(facts)
        return
    from grader.render.author import render_mutations, render_proofs

    if proofs:
        click.echo(render_proofs(proofs, style()))
    if quizzes:
        _tell_quizzes(quizzes)
    if mutations:
        click.echo("")
        click.echo(render_mutations(mutations, style()))


def _tell_quizzes(quizzes: list[QuizProof]) -> None:
    for breach in (breach for quiz in quizzes for breach in quiz.breaches):
        click.echo(breach)
    questions = sum(quiz.questions for quiz in quizzes)
    broken = sum(bool(quiz.breaches) for quiz in quizzes)
    if broken:
        click.echo(style().bad(f"{broken} of {len(quizzes)} quizzes break their promises."))
    else:
        count = f"All {len(quizzes)} quizzes keep" if len(quizzes) != 1 else f"{quizzes[0].quiz} keeps"
        click.echo(style().good(f"{count} the promises ({questions} questions)."))


# ---- `grader author new`: start an exercise.


@click.command(name="new", short_help="Start a new exercise from a working example.")
@click.argument("exercise")
@click.option("--part", required=True, metavar="PART", help="The part's folder, such as 2_attention.")
@course_option
def new_command(exercise: str, part: str, course_folder: str | None) -> int:
    """Start EXERCISE from a small working example, to be replaced piece by piece.

    \b
    Example:
      grader author new attention_span --part 2_attention
    """
    from grader.author.release import new_exercise

    course = open_course(course_folder)
    for folder in new_exercise(course, exercise, part):
        click.echo(f"made {folder.relative_to(course.path)}")
    click.echo(f"It works as it is. Change it piece by piece; after each: grader author check {exercise}")
    return 0


# ---- `grader release`: a student edition of the course.


@click.command(name="release", short_help="Make a student edition of the course.")
@click.argument("folder")
@course_option
def release_command(folder: str, course_folder: str | None) -> int:
    """Write a student edition to FOLDER: statements, stubs and public checks, and no solution.

    \b
    Example:
      grader release student-edition
    """
    from grader.author.release import release
    from grader.grade import Grader
    from grader.worker import start_worker

    course = open_course(course_folder)
    with (
        start_worker() as worker,
        click.progressbar(length=len(course.exercises), label="Exercises", file=where_progress_goes()) as bar,
    ):
        count = release(course, Grader(course, worker, keep=False), Path(folder), bar.update)
    click.echo(f"{count} exercises in {folder}. Give this folder to students; it holds no solution.")
    return 0
