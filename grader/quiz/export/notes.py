"""What an export cannot carry, told in a sentence each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.course.quizfile import Ignore
from grader.course.quizmodel import Choice, Quiz, Text
from grader.quiz.draw import Number, Variant
from grader.quiz.export.pieces import Group, Piece
from grader.quiz.export.scores import SAME, Theirs, difference


class Notes:
    """Gathers sentences: `system` is what scores, `form` is what is read. One that holds of several questions is told
    once."""

    def __init__(self, system: str, form: str) -> None:
        self._system = system
        self._form = form
        self._said: dict[str, list[str]] = {}

    @property
    def sentences(self) -> tuple[str, ...]:
        return tuple(f"{_named(questions)}{sentence}" for sentence, questions in self._said.items())

    def tell(self, sentence: str) -> None:
        self._said.setdefault(sentence, [])

    def of(self, piece: Piece, sentence: str) -> None:
        self._of(piece.variant.id, sentence)

    def scoring(self, piece: Piece, theirs: Theirs | None) -> None:
        """Tell if an answer earns other points there. Without `theirs`, right answers earn all, others nothing."""
        variant = piece.variant
        apart = difference(variant, theirs) if theirs else variant.negative
        if apart > SAME:
            how = f"'{variant.scheme}'"
            if variant.negative:
                how += f" with {variant.negative:g} off for wrong answers"
            self.of(piece, f"{self._system} cannot score by {how}; up to {apart:.0%} of the points differ there")

    def unit(self, piece: Piece) -> None:
        """For a form that takes bare numbers."""
        task = piece.variant.task
        assert isinstance(task, Number)
        if task.unit_required:
            self.of(piece, f"{self._form} cannot ask for a unit; the prompt tells it, and a bare number is read")
        elif task.units:
            self.of(piece, f"{self._form} knows no other units ({', '.join(task.units)}); the prompt tells the unit")

    def spelling(self, piece: Piece, case: bool) -> None:
        """`case`: can it tell capital letters apart?"""
        task = piece.variant.task
        assert isinstance(task, Text)
        if Ignore.CASE not in task.ignore and not case:
            self.of(piece, f"{self._form} does not tell capital letters from small ones; both are accepted")
        strict = [word for word in (Ignore.ACCENTS, Ignore.PUNCTUATION) if word in task.ignore]
        if strict:
            self.of(piece, f"{self._system} does not ignore {' and '.join(strict)}; list more spellings there")

    def category(self, group: Group) -> None:
        """For Moodle, which draws from categories."""
        several = "s" * (group.pick != 1)
        self.tell(
            f"'{group.name}' becomes a category of {len(group.pieces)} questions: "
            f"add {group.pick} of them to the quiz as 'random question{several}'"
        )

    def settings(self, quiz: Quiz) -> None:
        """For a form that holds questions only."""
        lost = list(_settings(quiz))
        if lost:
            self.tell(f"{self._form} holds questions only; set in {self._system}: {', '.join(lost)}")

    def quiz(self, quiz: Quiz, groups: Sequence[Group], wanted: int) -> None:
        """What every form loses; `wanted` versions of questions with parameters were asked for."""
        for question in quiz.questions:
            if question.dropped:
                self._of(question.id, "left out, for it was dropped")
            elif question.parameters:
                made = sum(piece.variant.id == question.id for group in groups for piece in group.pieces)
                self._of(question.id, _drawn(made, wanted))

    def _of(self, question: str, sentence: str) -> None:
        questions = self._said.setdefault(sentence, [])
        if question not in questions:
            questions.append(question)


def _named(questions: Sequence[str]) -> str:
    quoted = [f"'{question}'" for question in questions]
    if not quoted:
        return ""
    return f"questions {', '.join(quoted[:-1])} and {quoted[-1]}: " if len(quoted) > 1 else f"question {quoted[0]}: "


def _drawn(made: int, wanted: int) -> str:
    if made == wanted == 1:
        return "other numbers for each student here, the same for all there; --variants N exports N versions"
    few = "" if made == wanted else f", for there are no more than {made}"
    return f"other numbers for each student here, {made} version{'s' * (made != 1)} there{few}"


def _settings(quiz: Quiz) -> Iterator[str]:
    if quiz.minutes is not None:
        yield f"a time limit of {quiz.minutes:g} minutes"
    if quiz.attempts is not None:
        yield f"{quiz.attempts} attempt{'s' * (quiz.attempts != 1)}"
    if quiz.shuffle_questions:
        yield "questions in another order for each student"


def is_shuffled(variant: Variant) -> bool:
    return isinstance(variant.task, Choice) and variant.task.shuffle


def has_pins(variant: Variant) -> bool:
    task = variant.task
    return isinstance(task, Choice) and task.shuffle and any(option.pin for option in task.options)
