"""Commands for authors: `grader author check`, `author new`, `author new-course`, `release`."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import click

from grader.author.targets import STUDENTS, TARGETS, WORK, Target, WorkspaceInside
from grader.cli.common import (
    bundled_course,
    course_option,
    here,
    note,
    open_course,
    print_json,
    progress_stream,
    standard_options,
    style,
)
from grader.cli.run import LazyGroup
from grader.errors import UsageError
from grader.text import counted

if TYPE_CHECKING:
    from grader.author.mutants import Mutation
    from grader.author.prove import Proof
    from grader.course import Course, Exercise

VERBS = {
    "check": ("author", "Prove that exercises and quizzes keep their promises."),
    "new": ("author", "Start an exercise or a quiz from a working example."),
    "new-course": ("author", "Start a course of your own."),
}
NEW = {
    "exercise": ("author", "Start an exercise."),
    "quiz": ("author", "Start a quiz."),
}

course_to_change_option = click.option(
    "--course", "course_folder", metavar="DIR", help="The course to add it to. Default: the one around this folder."
)


@click.group(name="author", cls=LazyGroup, verbs=VERBS)
def author_command() -> None:
    """Create exercises and verify them.

    \b
    Example:
      grader author new exercise attention_span --part 2_attention
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
    chosen = [course.find(name) for name in exercises] if names else _checkable(course)
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


def _checkable(course: Course) -> list[Exercise]:
    """All exercises, except those that need a package which is not installed, with a note."""
    from grader.grade import missing_package

    missing = {exercise.slug: missing_package(exercise) for exercise in course.exercises}
    if left_out := [sentence for sentence in missing.values() if sentence]:
        note(f"left out: {counted(len(left_out), 'exercise')} of {len(missing)}; {left_out[0]}")
    return [exercise for exercise in course.exercises if not missing[exercise.slug]]


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


class _NewGroup(LazyGroup):
    """`author new NAME --part PART` means `author new exercise NAME --part PART`."""

    def resolve_command(self, context: click.Context, args: list[str]) -> Any:
        return super().resolve_command(context, args if args[0] in NEW or "--part" not in args else ["exercise", *args])


@click.group(name="new", cls=_NewGroup, verbs=NEW)
def new_command() -> None:
    """Start an exercise or a quiz from a small working example, to be replaced step by step.

    \b
    Example:
      grader author new exercise attention_span --part 2_attention
      grader author new quiz attention_basics
    """


@click.command(name="exercise")
@click.argument("exercise")
@click.option("--part", required=True, metavar="PART", help="The folder of the part, such as 2_attention.")
@course_to_change_option
def exercise_command(exercise: str, part: str, course_folder: str | None) -> None:
    """Start EXERCISE from a small working example, to be replaced step by step.

    \b
    Example:
      grader author new exercise attention_span --part 2_attention
    """
    from grader.author.new import new_exercise

    course = _course_to_change(course_folder)
    for folder in new_exercise(course, exercise, part):
        click.echo(f"created {folder.relative_to(course.path)}")
    click.echo(f"It works as it is. Change it step by step, and after each step run: grader author check {exercise}")


@click.command(name="quiz")
@click.argument("quiz")
@course_to_change_option
def quiz_command(quiz: str, course_folder: str | None) -> None:
    """Start QUIZ from two questions that work, to be replaced one by one.

    \b
    Example:
      grader author new quiz attention_basics
    """
    from grader.author.new import new_quiz

    course = _course_to_change(course_folder)
    click.echo(f"created {new_quiz(course, quiz).relative_to(course.path)}")
    click.echo(f"It works as it is. Replace its questions, and then run: grader author check {quiz}")


@click.command(name="new-course")
@click.argument("folder", metavar="DIR")
def new_course_command(folder: str) -> None:
    """Start a course in DIR, with one exercise and one quiz that work.

    \b
    Example:
      grader author new-course statistics
    """
    from grader.author.new import new_course

    for path in new_course(Path(folder)):
        click.echo(f"created {path}")
    click.echo(f"\nIt works as it is. Next:\n  cd {shlex.quote(folder)}\n  grader author check")


def _course_to_change(folder: str | None) -> Course:
    """The course that is named or around the current folder: no other one is meant to be written in."""
    from grader.course import find_course

    if folder is None and find_course(here()) is None:
        raise UsageError(
            "there is no course here; change to its folder, name it with --course DIR, or start one: "
            "grader author new-course DIR"
        )
    return open_course(folder or str(find_course(here())))


@click.command(name="release")
@click.argument("folder", metavar="DIR")
@click.argument("names", nargs=-1, metavar="[EXERCISE]...")
@click.option("--for", "target_name", type=click.Choice(TARGETS), help="For one of these; see above.")
@click.option("--assignment", default="", metavar="NAME", help="Only what counts in this one, of assignments.yaml.")
@click.option("--zip", "zipped", is_flag=True, help="Write DIR.zip, an archive of the folder.")
@click.option("--notebook", is_flag=True, help="Add a workspace with a notebook for each part.")
@click.option("--repository", default="", metavar="OWNER/NAME", help="Colab: where on GitHub DIR will be published.")
@course_option
def release_command(
    folder: str,
    names: tuple[str, ...],
    target_name: str | None,
    assignment: str,
    zipped: bool,
    notebook: bool,
    repository: str,
    course_folder: str | None,
) -> None:
    """Write a student edition to DIR: statements, stubs and public checks, but no solutions. Its README.md says how to
    install, start and submit.

    With EXERCISE (or the name of a part or a quiz) it holds only these. Equal courses give equal files. With --for:

    \b
    gradescope   DIR.zip, an autograder with the solutions and hidden checks
    github       an edition as a classroom repository: checks every push, and
                 reports points; with a devcontainer
    colab        an edition with notebooks that install what they need
    docker       a folder to build an image from that grades batches; it has
                 the complete course

    \b
    Example:
      grader release student-edition
      grader release hw1 softmax masking --zip
      grader release hw1 --assignment hw1 --notebook
      grader release hw1 --assignment hw1 --for gradescope
      grader release hw1 softmax masking --for github
      grader release hw1 softmax --for colab --repository me/hw1
      grader release image --for docker
    """
    from grader.author.release import ARCHIVE, chosen_items, release_for_grading
    from grader.course.assignments import Assignment, read_assignments

    target = TARGETS[target_name] if target_name else STUDENTS
    mistakes = {
        "--assignment says which exercises it holds; leave them out, or the option": bool(assignment and names),
        f"--notebook makes notebooks for students; leave it out with --for {target.name}": target.grades and notebook,
        "an image holds the whole course; name what to grade when you run 'grader batch' in it": (
            target.grades and not target.is_flat and bool(names or assignment)
        ),
        "--repository says where notebooks for Colab will be; leave it out, or add --for colab": (
            bool(repository) and not target.notebooks
        ),
    }
    for sentence, is_mistake in mistakes.items():
        if is_mistake:
            raise UsageError(sentence)
    course = open_course(course_folder)
    about = read_assignments(course).find(assignment) if assignment else Assignment(target.name, course.policy)
    items = {*about.items} if assignment else chosen_items(course, names)
    out = Path(folder if folder.endswith(ARCHIVE) or not (zipped or target.is_flat) else f"{folder}{ARCHIVE}")
    if target.grades:
        if target.is_flat:
            items = _graded_exercises(course, items, names)
        count = release_for_grading(course, out, target, items, about)
    else:
        workspace = _workspace_inside(course, target, notebook, repository)
        count = _release_to_students(course, out, target, items, workspace)
    what = "file" if out.suffix == ARCHIVE else "folder"
    click.echo(f"{counted(count, 'exercise')} in {out}. {target.use.format(kind=what)}")


def _release_to_students(
    course: Course, out: Path, target: Target, items: set[str], workspace: WorkspaceInside | None
) -> int:
    """Write an edition with a progress bar, and return how many exercises it has."""
    from grader.author.release import release
    from grader.grade import Grader
    from grader.worker import start_worker

    length = sum(not items or slug in items for slug in course.slugs)
    with (
        start_worker() as worker,
        click.progressbar(length=length, label="Exercises", file=progress_stream()) as bar,
    ):
        return release(course, Grader(course, worker, keep=False), out, bar.update, items, workspace, target)


def _graded_exercises(course: Course, items: set[str], names: tuple[str, ...]) -> set[str]:
    """The exercises that an autograder grades: of the items, or of what counts in the course, or all."""
    from grader.course.policy import CourseNames

    if quiz := next((name for name in names if name in course.quiz_names), None):
        raise UsageError(f"'{quiz}' is a quiz, and an autograder grades exercises only; leave it out")
    found = {*(items or CourseNames(course).of(course.policy.counts) or course.slugs)}
    if left_out := sorted(found - {*course.slugs}):
        note(f"not in it, as an autograder grades exercises only: {', '.join(left_out)}")
    if not found & {*course.slugs}:
        raise UsageError("there is no exercise to grade; name one")
    return found & {*course.slugs}


def _workspace_inside(course: Course, target: Target, notebook: bool, repository: str) -> WorkspaceInside | None:
    """The workspace that an edition comes with. UsageError if notebooks would not find the exercises on Colab."""
    from grader.student.notebooks import OnGitHub
    from grader.student.workspace import make

    if not (target.workspace or notebook):
        return None
    if repository and not re.fullmatch(r"[\w-]+/[\w.-]+", repository):
        raise UsageError(f"'{repository}' is not a repository on GitHub; write OWNER/NAME")
    if target.notebooks and not repository and course.path.resolve() != bundled_course().resolve():
        raise UsageError(
            "Colab opens a notebook without the files beside it, so it must know where to fetch the exercises; "
            "name the repository on GitHub that you will publish this in: --repository OWNER/NAME"
        )
    notebooks, published = target.notebooks or notebook, OnGitHub(repository, WORK) if repository else None
    badges = {part.folder: published.badge(part) for part in course.parts} if published else {}
    return WorkspaceInside(
        lambda edition, place: make(edition, place, notebooks, remember=False, published=published), notebooks, badges
    )
