"""Which of a class's attempts count: each once, the first version of each, no more than are allowed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import timedelta

from grader.course.quizmodel import Quiz
from grader.quiz.handed import Handed, Pile, Trouble
from grader.store import QuizResult

_SLACK = timedelta(seconds=1)  # times are kept to the second


def settled(quiz: Quiz, pile: Pile, known: Sequence[QuizResult]) -> Iterator[tuple[Handed, str]]:
    """Each attempt once, and why it does not count; "" if it does. `known`: what was graded before."""
    together: dict[tuple[str, int], list[Handed]] = defaultdict(list)
    for handed in pile.attempts:
        together[handed.student, handed.attempt.attempt].append(handed)
    before = {(result.student, result.attempt): result for result in known if result.submitted and not result.problem}
    for place, versions in sorted(together.items()):
        different = _without_copies(pile, versions)
        chosen = _chosen(different, before.get(place))
        for handed in different:
            yield handed, _why_not(quiz, pile, handed, chosen)


def _without_copies(pile: Pile, versions: Sequence[Handed]) -> list[Handed]:
    found: dict[str, Handed] = {}
    for handed in versions:
        first = found.setdefault(handed.digest, handed)
        if first is not handed:
            sentence = f"it is the same attempt of '{handed.student}' as {first.label}; it counts once"
            pile.tell(Trouble.DUPLICATE, handed, sentence)
    return list(found.values())


def _chosen(versions: Sequence[Handed], before: QuizResult | None) -> Handed | None:
    """Submitted before open; of several, the one that was submitted first: afterwards the paper was known.

    None if that is one that was graded before, and is not among these.
    """
    first = min(versions, key=lambda one: (not one.attempt.is_finished, one.attempt.finished, one.digest))
    if before is None or before.submitted is None or before.digest in {one.digest for one in versions}:
        return first
    finished = first.attempt.finished_at
    return None if finished is None or before.submitted <= finished else first


def _why_not(quiz: Quiz, pile: Pile, handed: Handed, chosen: Handed | None) -> str:
    number, student = handed.attempt.attempt, handed.student
    if handed is not chosen:
        which = f"{chosen.label} was submitted first" if chosen else "it was graded before, and submitted first"
        pile.tell(Trouble.DUPLICATE, handed, f"another version of attempt {number} of '{student}' counts: {which}")
        return f"another version of attempt {number} counts"
    if quiz.attempts is not None and number > quiz.attempts:
        allowed = f"{quiz.attempts} {'is' if quiz.attempts == 1 else 'are'} allowed"
        pile.tell(Trouble.OVER_LIMIT, handed, f"attempt {number} of '{student}' does not count, for {allowed}")
        return f"attempt {number}, and {allowed}"
    _look_at_times(quiz, pile, handed)
    return ""


def _look_at_times(quiz: Quiz, pile: Pile, handed: Handed) -> None:
    """Told, but graded: a person decides."""
    attempt, student = handed.attempt, handed.student
    if attempt.finished_at is None:
        pile.tell(Trouble.OPEN, handed, f"'{student}' never submitted it; it is graded as it is")
        return
    if quiz.minutes is None:
        return
    took = attempt.finished_at - attempt.started_at
    if took < timedelta(0):
        pile.tell(Trouble.OVER_TIME, handed, f"the clock of '{student}' was set back meanwhile; it is graded as it is")
    elif took > timedelta(minutes=quiz.minutes) + _SLACK:
        minutes = f"{took.total_seconds() / 60:.0f} minutes, and {quiz.minutes:g} are allowed"
        pile.tell(Trouble.OVER_TIME, handed, f"'{student}' took {minutes}; it is graded as it is")
