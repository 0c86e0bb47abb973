"""What every format does with a question, what answers earn on other platforms, and notes about what is lost."""

from __future__ import annotations

import html
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from msgspec import structs

from grader.course.quiz_model import Choice, Ignore, Matching, Ordering, QuestionKind, Quiz, QuizItem, Scheme, Text
from grader.quiz.answers import Answer
from grader.quiz.export.common import Markup, QuestionGroup, clean
from grader.quiz.paper import Number, Variant
from grader.quiz.scoring import score
from grader.text import counted

SAME = 1e-4  # smaller differences are rounding


class ExportNotes:
    """Collects warnings. `system` imports the file and scores answers; `form` is the format.

    A sentence about several questions is reported once, with all their ids.
    """

    def __init__(self, system: str, form: str) -> None:
        self.system = system
        self.form = form
        self._questions: dict[str, list[str]] = {}

    @property
    def sentences(self) -> tuple[str, ...]:
        """The warnings in the order in which they were found."""
        return tuple(f"{_named(questions)}{sentence}" for sentence, questions in self._questions.items())

    def add(self, sentence: str, question: str = "") -> None:
        """Add a sentence about one question, or about the quiz."""
        questions = self._questions.setdefault(sentence, [])
        if question and question not in questions:
            questions.append(question)

    def add_drawn_and_dropped(self, quiz: Quiz, groups: Sequence[QuestionGroup], wanted: int) -> None:
        """Add what every format loses. `wanted`: how many versions of questions with parameters were asked for."""
        for question in quiz.questions:
            if question.dropped:
                self.add("not exported (dropped question)", question.id)
            elif question.parameters:
                made = sum(variant.question.id == question.id for group in groups for variant in group.variants)
                there = f"has {counted(made, 'version')}"
                if made < wanted:
                    there += f", because no more than {made} exist"
                elif made == 1:
                    there = "has the same for all; --variants N exports N versions"
                self.add(f"each student gets different numbers here; the export {there}", question.id)


def _named(questions: Sequence[str]) -> str:
    quoted = [f"'{question}'" for question in questions]
    if len(quoted) > 1:
        return f"questions {', '.join(quoted[:-1])} and {quoted[-1]}: "
    return f"question {quoted[0]}: " if quoted else ""


class QuestionWriter(ABC):
    """Writes one question. A format defines what each type of task looks like in its syntax."""

    distinguishes_case = False  # in text answers

    def __init__(self, variant: Variant, notes: ExportNotes, markup: Markup) -> None:
        self.variant = variant
        self.notes = notes
        self.markup = markup

    @abstractmethod
    def choice(self, choice: Choice) -> None: ...

    @abstractmethod
    def number(self, number: Number) -> None: ...

    @abstractmethod
    def text(self, text: Text) -> None: ...

    @abstractmethod
    def matching(self, matching: Matching) -> None: ...

    def ordering(self, ordering: Ordering) -> None:
        """Write a matching of positions and items, for formats that have no ordering."""
        self.note(f"{self.notes.form} has no ordering; it becomes a matching of positions and items")
        self.note_scoring(Scheme.PLACES)
        positions = range(1, len(ordering.right) + 1)
        lefts = tuple(QuizItem(str(at), f"{at}\\.") for at in positions)  # "1." alone would start a Markdown list
        self.matching(Matching(lefts, ordering.items, dict(zip(map(str, positions), ordering.right, strict=True))))

    def task(self) -> None:
        """Write what can be answered, and note what the platform scores or reads differently."""
        match self.variant.task:
            case Choice() as choice:
                self.choice(choice)
            case Number() as number:
                self.note_scoring(Scheme.ALL_OR_NOTHING)
                self.number(number)
            case Text() as text:
                self.note_scoring(Scheme.ALL_OR_NOTHING)
                if Ignore.CASE not in text.ignore and not self.distinguishes_case:
                    self.note(f"{self.notes.form} does not distinguish upper and lower case; both are accepted")
                strict = [word for word in (Ignore.ACCENTS, Ignore.PUNCTUATION) if word in text.ignore]
                if strict:
                    self.note(f"{self.notes.system} does not ignore {' and '.join(strict)}; list more spellings there")
                self.text(text)
            case Matching() as matching:
                self.note_scoring(Scheme.EACH_PAIR)
                self.matching(matching)
            case Ordering() as ordering:
                self.ordering(ordering)

    def prompt_with_unit(self) -> str:
        """The prompt as HTML, with the unit of a number: for formats that accept bare numbers only."""
        number = self.variant.task
        if not isinstance(number, Number) or not number.unit:
            return self.markup.html(self.variant.prompt)
        if number.unit_required:
            self.note(f"{self.notes.form} cannot ask for a unit; the prompt states it, and a bare number is accepted")
        elif number.units:
            others = ", ".join(number.units)
            self.note(f"{self.notes.form} does not convert other units ({others}); the prompt states the unit")
        return self.markup.html(self.variant.prompt) + clean(f"\n<p>Unit: {html.escape(number.unit)}</p>")

    def note(self, sentence: str) -> None:
        """Add a warning about this question."""
        self.notes.add(sentence, self.variant.question.id)

    def note_scoring(self, theirs: Scheme | Callable[[Answer], float]) -> None:
        """Warn if an answer earns a different share of the points on the platform.

        `theirs`: the scheme used there, without negative points, or a function that returns the share.
        """
        variant = self.variant

        def there(answer: Answer) -> float:
            if isinstance(theirs, Scheme):
                question = structs.replace(variant.question, scheme=theirs, negative=0.0)
                return score(replace(variant, question=question), answer).share
            return theirs(answer)

        differences = (abs(score(variant, answer).share - there(answer)) for answer in _answers(variant))
        apart = max(differences, default=variant.question.negative)
        if apart > SAME:
            how = f"'{variant.question.scheme}'"
            if variant.question.negative:
                how += f" with {variant.question.negative:g} off for wrong answers"
            self.note(f"{self.notes.system} cannot score by {how}; up to {apart:.0%} of the points differ there")


def _answers(variant: Variant) -> Iterator[Answer]:
    """Answers of every sort, to compare the points that they earn; none for numbers and texts."""
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
        case Matching(right=key, rights=rights):  # some right, some wrong, the others without an answer
            lefts = list(key)
            other = {left: next((r.id for r in rights if r.id != right), "") for left, right in key.items()}
            for hits in range(len(lefts) + 1):
                for end in range(hits, len(lefts) + 1):
                    answer = {left: key[left] for left in lefts[:hits]}
                    answer |= {left: other[left] for left in lefts[hits:end] if other[left]}
                    if answer:
                        yield answer
