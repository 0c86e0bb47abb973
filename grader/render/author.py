"""The findings of `author check` as tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from grader.render.style import Style, table

if TYPE_CHECKING:
    from grader.author.mutants import Mutation
    from grader.author.prove import Proof
    from grader.author.prove_quiz import QuizProof


def render_proofs(proofs: Sequence[Proof], style: Style) -> str:
    head = ("exercise", "checks", "caught", "named", "accepted", "habits", "seconds")
    rows = [
        (
            proof.exercise,
            f"{proof.checks} + {proof.hidden}",
            f"{proof.caught} of {proof.misconceptions}",
            f"{proof.named} of {proof.misconceptions}",
            f"{proof.accepted} of {proof.variants}",
            f"{proof.habits - proof.excused} + {proof.excused}",
            f"{proof.seconds:.1f}",
        )
        for proof in proofs
    ]
    lines = table(head, rows, style)
    for proof in proofs:
        lines += [style.bad(f"{proof.exercise}: ") + breach for breach in proof.breaches]
    return "\n".join([*lines, _verdict({proof.exercise: proof.breaches for proof in proofs}, "exercises", style)])


def _verdict(breaches: Mapping[str, list[str]], noun: str, style: Style, more: str = "") -> str:
    """How many keep their promises. `breaches` by the name of the exercise or quiz."""
    if broken := sum(map(bool, breaches.values())):
        return style.bad(f"{broken} of {len(breaches)} {noun} break their promises.")
    who = f"All {len(breaches)} {noun} keep" if len(breaches) != 1 else f"{next(iter(breaches))} keeps"
    return style.good(f"{who} the promises{more}.")


def render_mutations(mutations: Sequence[Mutation], style: Style) -> str:
    head = ("exercise", "mutants", "killed", "equivalent", "rate", "groups", "named", "guessed", "wrong names")
    rows = [
        (
            found.exercise,
            str(found.total),
            str(found.killed),
            str(found.equivalent),
            "100 %" if found.rate == 1 else f"{min(found.rate * 100, 99.9):.1f} %",  # 99.97 must not look whole
            str(found.groups),
            str(found.groups_named),
            str(found.groups_guessed),
            str(len(found.wrong_names)),
        )
        for found in mutations
    ]
    lines = table(head, rows, style)
    for found in mutations:
        for mutant in found.survivors:
            lines += ["", style.bad(f"{found.exercise}: no check notices {mutant.name}")]
            lines += [f"  {line}" for line in mutant.diff]
        lines += [style.bad(f"{found.exercise}: wrong name: {name}") for name in found.wrong_names]
        lines += [f"{found.exercise}: equivalent.yaml lists a mutant that does not survive: {s}" for s in found.stale]
    return "\n".join(lines)


def render_quiz_proofs(proofs: Sequence[QuizProof], style: Style) -> str:
    """The promises that quizzes break, one per line, and a summary."""
    lines = [breach for proof in proofs for breach in proof.breaches]
    breaches = {proof.quiz: proof.breaches for proof in proofs}
    more = f" ({sum(proof.questions for proof in proofs)} questions)"
    return "\n".join([*lines, _verdict(breaches, "quizzes", style, more)])
