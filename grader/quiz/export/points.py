"""How points of a quiz are said in other systems, and notes about what they cannot say."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from grader.course.quiz_model import EXAMS, Choice, Ignore, Matching, Ordering, QuestionKind, Quiz, Scheme, Text
from grader.quiz.answers import Answer, right_answer
from grader.quiz.export.common import ExportedQuestion, QuestionGroup
from grader.quiz.paper import Number, Variant
from grader.quiz.scoring import exams_cost, score

Theirs = Callable[[Answer], float]  # share of the points

# The weights that Moodle knows; others are refused on import, or moved to the nearest.
_MOODLE = (1, 0.9, 5 / 6, 0.8, 0.75, 0.7, 2 / 3, 0.6, 0.5, 0.4, 1 / 3, 0.3, 0.25, 0.2, 1 / 6, 1 / 7, 0.125, 1 / 9)
_KNOWN = (*_MOODLE, 0.1, 0.05, 0.0)
SAME = 1e-4  # differences below this are rounding


def moodle_weights(variant: Variant) -> dict[str, float]:
    """Of each option, by id, such that their sum is the score where it can be one, rounded to what Moodle knows."""
    return {option: _nearest(weight) for option, weight in _weights(variant).items()}


def rounded_weights(variant: Variant) -> tuple[float, float] | None:
    """The weight that Moodle does not know, and the one that stands in; None if it knows all."""
    for weight in _weights(variant).values():
        if abs(weight - _nearest(weight)) > SAME / 10:
            return weight, _nearest(weight)
    return None


def _weights(variant: Variant) -> dict[str, float]:
    assert isinstance(variant.task, Choice)
    options = variant.task.options
    right = sum(option.correct for option in options)
    alone = variant.kind is QuestionKind.SINGLE
    if variant.scheme is Scheme.WEIGHTS:
        return {option.id: 1.0 if alone and option.correct else option.weight for option in options}
    cost = 1 / right  # of a wrong option: as net-correct, the nearest to what has no weights
    if alone:
        cost = variant.negative
    elif variant.scheme in EXAMS:
        cost = exams_cost(variant.scheme, right, len(options) - right)
    return {option.id: 1 / right if option.correct else -cost for option in options}


def _nearest(weight: float) -> float:
    size = min(_KNOWN, key=lambda known: abs(known - abs(weight)))
    return -size if weight < 0 else size


def by_weights(weights: Mapping[str, float]) -> Theirs:
    """As Moodle: a single option counts as it is, several are kept between 0 and 1."""

    def theirs(answer: Answer) -> float:
        if isinstance(answer, str):
            return weights[answer]
        return min(1.0, max(0.0, sum(weights[option] for option in answer or ())))

    return theirs


def net_correct(variant: Variant) -> Theirs:
    """As Canvas: right ones minus wrong ones, nothing below 0, and all or nothing for a single option."""
    assert isinstance(variant.task, Choice)
    right = {option.id for option in variant.task.options if option.correct}

    def theirs(answer: Answer) -> float:
        if isinstance(answer, str):
            return float(answer in right)
        hits = sum(1 if option in right else -1 for option in answer or ())
        return max(0.0, hits / len(right))

    return theirs


def all_or_nothing(variant: Variant) -> Theirs:
    right = right_answer(variant)
    return lambda answer: float(answer == right)


def each_in_place(variant: Variant) -> Theirs:
    """The share of pairs that are right, or of items at their place."""
    right = right_answer(variant)

    def theirs(answer: Answer) -> float:
        if isinstance(answer, dict) and isinstance(right, dict):
            return sum(answer.get(left) == wanted for left, wanted in right.items()) / len(right)
        assert isinstance(answer, list)
        assert isinstance(right, list)
        return sum(a == b for a, b in zip(answer, right, strict=True)) / len(right)

    return theirs


def difference(variant: Variant, theirs: Theirs) -> float:
    """The largest difference, as a share of the points, over answers of every sort."""
    return max((abs(score(variant, answer).share - theirs(answer)) for answer in _answers(variant)), default=0.0)


def _answers(variant: Variant) -> Iterator[Answer]:
    match variant.task:
        case Choice(options=options) if variant.kind is QuestionKind.SINGLE:
            yield from (option.id for option in options)
        case Choice(options=options):
            right = [option.id for option in options if option.correct]
            wrong = [option.id for option in options if not option.correct]
            counts = ((hits, misses) for hits in range(len(right) + 1) for misses in range(len(wrong) + 1))
            yield from ([*right[:hits], *wrong[:misses]] for hits, misses in counts if hits or misses)
            yield from ([option] for option in right + wrong)  # options may have weights of their own
            yield from ([*right, option] for option in wrong)
        case Ordering(right=order):
            yield from (list(order[at:] + order[:at]) for at in range(len(order)))
            yield list(reversed(order))
        case Matching() as matching:
            yield from _matched(matching)


def _matched(matching: Matching) -> Iterator[dict[str, str]]:
    """So many right, so many wrong, the others left out."""
    lefts = list(matching.right)
    other = {left: next((r.id for r in matching.rights if r.id != right), "") for left, right in matching.right.items()}
    for hits in range(len(lefts) + 1):
        for end in range(hits, len(lefts) + 1):
            answer = {left: matching.right[left] for left in lefts[:hits]}
            answer |= {left: other[left] for left in lefts[hits:end] if other[left]}
            if answer:
                yield answer


class ExportNotes:
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

    def of(self, piece: ExportedQuestion, sentence: str) -> None:
        self._of(piece.variant.id, sentence)

    def scoring(self, piece: ExportedQuestion, theirs: Theirs | None) -> None:
        """Tell if an answer earns other points there. Without `theirs`, right answers earn all, others nothing."""
        variant = piece.variant
        apart = difference(variant, theirs) if theirs else variant.negative
        if apart > SAME:
            how = f"'{variant.scheme}'"
            if variant.negative:
                how += f" with {variant.negative:g} off for wrong answers"
            self.of(piece, f"{self._system} cannot score by {how}; up to {apart:.0%} of the points differ there")

    def unit(self, piece: ExportedQuestion) -> None:
        """For a form that takes bare numbers."""
        task = piece.variant.task
        assert isinstance(task, Number)
        if task.unit_required:
            self.of(piece, f"{self._form} cannot ask for a unit; the prompt tells it, and a bare number is read")
        elif task.units:
            self.of(piece, f"{self._form} knows no other units ({', '.join(task.units)}); the prompt tells the unit")

    def spelling(self, piece: ExportedQuestion, case: bool) -> None:
        """`case`: can it tell capital letters apart?"""
        task = piece.variant.task
        assert isinstance(task, Text)
        if Ignore.CASE not in task.ignore and not case:
            self.of(piece, f"{self._form} does not tell capital letters from small ones; both are accepted")
        strict = [word for word in (Ignore.ACCENTS, Ignore.PUNCTUATION) if word in task.ignore]
        if strict:
            self.of(piece, f"{self._system} does not ignore {' and '.join(strict)}; list more spellings there")

    def category(self, group: QuestionGroup) -> None:
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

    def quiz(self, quiz: Quiz, groups: Sequence[QuestionGroup], wanted: int) -> None:
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
