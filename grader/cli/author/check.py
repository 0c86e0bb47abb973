"""`grader author check`: prove the content."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from grader.cli.common import course_option, json_option, open_course, style, where_progress_goes

if TYPE_CHECKING:
    from grader.author.contract import Proof
    from grader.author.mutate import Mutation
    from grader.course import Course, Exercise


@click.command(name="check", short_help="Prove that exercises keep their promises.")
@click.argument("exercises", nargs=-1)
@click.option("--mutate", is_flag=True, help="Also change the reference place by place and see that checks notice.")
@course_option
@json_option
def command(exercises: tuple[str, ...], mutate: bool, course_folder: str | None, as_json: bool) -> int:
    """Prove that EXERCISES (default: all) keep their promises. Exits with 2 if one does not.

    \b
    Example:
      grader author check softmax --mutate
    """
    course = open_course(course_folder)
    problems = [str(problem) for problem in course.validate(exercises)]
    if problems:
        _tell_problems(problems, as_json)
        return 2
    chosen = [course.find(name) for name in exercises] or list(course.exercises)
    proofs = _prove(course, chosen, quiet=as_json)
    mutations = _mutate(course, chosen, quiet=as_json) if mutate else []
    _report(proofs, mutations, as_json)
    if not exercises and not as_json:
        _tell_open_ideas(course)
    bad = any(proof.breaches for proof in proofs) or any(m.survivors or m.wrong_names or m.stale for m in mutations)
    return 2 if bad else 0


def _tell_problems(problems: list[str], as_json: bool) -> None:
    if as_json:
        import json

        click.echo(json.dumps({"schema": 1, "problems": problems}, ensure_ascii=False))
    for problem in problems if not as_json else ():
        click.echo(problem, err=True)


def _tell_open_ideas(course: Course) -> None:
    from grader.course.coverage import open_ideas

    count = open_ideas(course)
    if count:
        click.echo(f"coverage.yaml: ideas of the sources not taught yet: {count}.")


def _prove(course: Course, chosen: list[Exercise], quiet: bool) -> list[Proof]:
    from grader.author.contract import Prover
    from grader.worker import start_worker

    with start_worker() as worker:
        length = sum(Prover(course, worker).steps(exercise) for exercise in chosen)
        with click.progressbar(length=length, label="Proving", file=where_progress_goes(quiet)) as bar:
            prover = Prover(course, worker, progress=bar.update)
            return [prover.prove(exercise) for exercise in chosen]


def _mutate(course: Course, chosen: list[Exercise], quiet: bool) -> list[Mutation]:
    from grader.author.mutants import mutants
    from grader.author.mutate import MOST_PAIRS, Mutator
    from grader.worker import start_worker

    length = sum(len(mutants(exercise.solution_source)) + MOST_PAIRS for exercise in chosen)
    with (
        start_worker() as worker,
        click.progressbar(length=length, label="Mutating", file=where_progress_goes(quiet)) as bar,
    ):
        mutator = Mutator(course, worker, bar.update)
        return [mutator.run(exercise) for exercise in chosen]


def _report(proofs: list[Proof], mutations: list[Mutation], as_json: bool) -> None:
    if as_json:
        import json
        from dataclasses import asdict

        facts = {
            "schema": 1,
            "proofs": [asdict(p) for p in proofs],
            "mutations": [asdict(m) for m in mutations],
        }
        click.echo(json.dumps(facts, ensure_ascii=False))
        return
    from grader.report.proofs import render_mutations, render_proofs

    click.echo(render_proofs(proofs, style()))
    if mutations:
        click.echo("")
        click.echo(render_mutations(mutations, style()))
