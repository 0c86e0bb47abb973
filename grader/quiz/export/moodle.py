"""GIFT and Moodle XML, the two formats for Moodle. Texts are HTML; answers that students type are plain text.

In GIFT every text is on one line: characters of the syntax are escaped with a backslash, line ends are `\\n`. A weight
precedes everything that may have one, so that no text is taken for a weight; readers other than Moodle are stricter.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping, Sequence
from xml.etree.ElementTree import Element

from grader.course.quiz_model import EXAMS, Choice, Ignore, Matching, Ordering, QuestionKind, Quiz, Scheme, Text
from grader.quiz.answers import Answer
from grader.quiz.export.common import Markup, QuestionGroup, clean, decimal, document, node
from grader.quiz.export.writer import SAME, ExportNotes, QuestionWriter
from grader.quiz.paper import Number, Variant
from grader.quiz.scoring import exams_cost
from grader.text import counted

# The weights that Moodle knows; it refuses others on import, or replaces them with the nearest.
_HIGH = (1, 0.9, 5 / 6, 0.8, 0.75, 0.7, 2 / 3, 0.6, 0.5, 0.4, 1 / 3, 0.3, 0.25, 0.2, 1 / 6, 1 / 7, 0.125, 1 / 9)
_KNOWN = (*_HIGH, 0.1, 0.05, 0.0)
_SYNTAX = re.compile(r"[\\#=~{}:]")
_PLACEHOLDER = re.compile(r"&&0(58;|35;|61;|92;|10|123;|125;|126;)")  # Moodle's own, which cannot be escaped
_TYPES = {
    QuestionKind.SINGLE: "multichoice",
    QuestionKind.MULTIPLE: "multichoice",
    QuestionKind.NUMERIC: "numerical",
    QuestionKind.TEXT: "shortanswer",
    QuestionKind.ORDERING: "ordering",
    QuestionKind.MATCHING: "matching",
}


def to_gift(quiz: Quiz, groups: Sequence[QuestionGroup], notes: ExportNotes, markup: Markup) -> bytes:
    """Return the GIFT file."""
    parts = []
    for name, variants in _categories(groups, notes):
        path = [part.replace("\\", " ") for part in (quiz.title, name)]  # where GIFT would read an escape
        parts.append(f"$CATEGORY: {_category(*path)}")
        for variant in variants:
            writer = _GiftQuestion(variant, notes, markup)
            writer.task()
            if writer.lines:
                parts.append(writer.written(quiz.id))
    points = {variant.question.id: variant.points for group in groups for variant in group.variants}
    other = [f"'{name}' {value:g}" for name, value in points.items() if value != 1]
    if other:
        notes.add(f"GIFT has no points, so each question is worth 1; set these by hand: {', '.join(other)}")
    _note_settings(quiz, notes)
    return ("\n\n".join(parts) + "\n").encode()


def to_moodle(quiz: Quiz, groups: Sequence[QuestionGroup], notes: ExportNotes, markup: Markup) -> bytes:
    """Return the Moodle XML file."""
    root = Element("quiz")
    for name, variants in _categories(groups, notes):
        category = node(node(root, "question", type="category"), "category")
        node(category, "text", _category(quiz.title, name))
        for variant in variants:
            _XmlQuestion(variant, notes, markup, root).write(quiz.id)
    _note_settings(quiz, notes)
    return document(root)


def _categories(groups: Sequence[QuestionGroup], notes: ExportNotes) -> Iterator[tuple[str, Sequence[Variant]]]:
    """Questions that all students get, then each group in a category of its own, which Moodle draws from."""
    yield "", [variant for group in groups if group.pick is None for variant in group.variants]
    for group in groups:
        if group.pick is not None:
            yield group.name, group.variants
            several = "s" * (group.pick != 1)
            notes.add(
                f"'{group.name}' becomes a category of {len(group.variants)} questions: "
                f"add {group.pick} of them to the quiz as 'random question{several}'"
            )


def _category(*names: str) -> str:
    """The path of a category. A single slash would start a subcategory."""
    return "$course$/top/" + "/".join(" ".join(clean(name).split()).replace("/", "//") for name in names if name)


def _note_settings(quiz: Quiz, notes: ExportNotes) -> None:
    """Both formats hold questions only."""
    lost = [f"a time limit of {quiz.minutes:g} minutes"] if quiz.minutes is not None else []
    lost += [counted(quiz.attempts, "attempt")] if quiz.attempts is not None else []
    lost += ["questions in a different order for each student"] if quiz.shuffle_questions else []
    if lost:
        notes.add(f"{notes.form} holds questions only; set in {notes.system}: {', '.join(lost)}")


class _QuestionForMoodle(QuestionWriter):
    """Weights of options, foreseen wrong answers and pairs, for both formats."""

    def weights(self, choice: Choice) -> dict[str, str]:
        """Option → its weight in percent, of those that Moodle knows: the sum is the score where that is possible."""
        exact = _exact_weights(self.variant, choice)
        known = {option: _nearest(weight) for option, weight in exact.items()}
        for option, weight in exact.items():
            if abs(weight - known[option]) > SAME / 10:
                self.note(f"Moodle has no weight of {weight:.2%}; the nearest, {known[option]:.2%}, is used")
                break

        def theirs(answer: Answer) -> float:
            """As Moodle: a single option counts as it is, several are kept between 0 and 1."""
            if isinstance(answer, str):
                return known[answer]
            return min(1.0, max(0.0, sum(known[option] for option in answer or ())))

        self.note_scoring(theirs)
        return {option: f"{100 * weight:.5f}".rstrip("0").rstrip(".") for option, weight in known.items()}

    def numbers(self, number: Number) -> Iterator[tuple[str, str, str, str]]:
        """Each range as its middle and margin, percent of the points, and feedback."""
        assert number.span is not None
        yield decimal(number.span.middle), decimal(number.span.margin), "100", ""
        for span, feedback in number.mistakes:
            yield decimal(span.middle), decimal(span.margin), "0", feedback

    def pairs(self, matching: Matching) -> Iterator[tuple[str, str]]:
        """Left and right sides; one that matches nothing has an empty left side.

        Moodle shows right sides in a list of plain text, and removes tags from them.
        """
        rights = {item.id: html.escape(self.markup.plain(item.text), quote=False) for item in matching.rights}
        for left in matching.lefts:
            yield self.markup.line(left.text), rights[matching.right[left.id]]
        used = set(matching.right.values())
        yield from (("", text) for name, text in rights.items() if name not in used)


def _has_pins(choice: Choice) -> bool:
    return choice.shuffle and any(option.pin for option in choice.options)


def _nearest(weight: float) -> float:
    size = min(_KNOWN, key=lambda known: abs(known - abs(weight)))
    return -size if weight < 0 else size


def _exact_weights(variant: Variant, choice: Choice) -> dict[str, float]:
    right = sum(option.correct for option in choice.options)
    alone = variant.kind is QuestionKind.SINGLE
    if variant.question.scheme is Scheme.WEIGHTS:
        return {option.id: 1.0 if alone and option.correct else option.weight for option in choice.options}
    cost = 1 / right  # of a wrong option: as net-correct, the nearest to a scheme without weights
    if alone:
        cost = variant.question.negative
    elif variant.question.scheme in EXAMS:
        cost = exams_cost(variant.question.scheme, right, len(choice.options) - right)
    return {option.id: 1 / right if option.correct else -cost for option in choice.options}


def _without_wildcards(answer: str) -> str:
    """A star would match anything."""
    return answer.replace("*", "\\*")


class _GiftQuestion(_QuestionForMoodle):
    """One question in GIFT. `lines` stays empty if it cannot be written."""

    def __init__(self, variant: Variant, notes: ExportNotes, markup: Markup) -> None:
        super().__init__(variant, notes, markup)
        self.lines: list[str] = []

    def written(self, quiz: str) -> str:
        """The question around its answers."""
        tags = [re.sub(r"[\[\]\\\s]+", " ", clean(tag)).strip() for tag in self.variant.question.tags]
        head = f"// [id:{quiz}-{self.variant.id}]" + "".join(f" [tag:{tag}]" for tag in tags if tag)
        lines = list(self.lines)
        if self.variant.explanation:
            lines.append(f"####{_rich(self.markup.html(self.variant.explanation))}")
        kind = "#" if self.variant.kind is QuestionKind.NUMERIC else ""
        answers = kind + "".join(f"\n\t{line}" for line in lines)
        return f"{head}\n::{_escaped(self.variant.id)}::[html]{_escaped(self.prompt_with_unit())}{{{answers}\n}}"

    def choice(self, choice: Choice) -> None:
        weights = self.weights(choice)
        if _has_pins(choice):
            self.note("GIFT has no pinned options; Moodle shuffles all of them")
        elif not choice.shuffle:
            self.note("GIFT cannot keep the order of options; switch shuffling off in Moodle")
        for option in choice.options:
            is_key = self.variant.kind is QuestionKind.SINGLE and option.correct
            mark = "=" if is_key else f"~%{weights[option.id]}%"
            self._answer(mark + _rich(self.markup.line(option.text)), option.feedback)

    def number(self, number: Number) -> None:
        for middle, margin, percent, feedback in self.numbers(number):
            self._answer(f"=%{percent}%{middle}:{margin}", feedback)

    def text(self, text: Text) -> None:
        lost = [answer for answer in text.accept if not _can_be_written(answer)]
        if lost:
            left = "the question is" if len(lost) == len(text.accept) else "that answer is"
            self.note(f"GIFT reads '{lost[0]}' as a matching; {left} not exported")
        if len(lost) == len(text.accept):
            return
        for answer, percent, feedback in _typed_answers(text):
            if _can_be_written(answer):
                plain = _without_wildcards(answer)
                prefix = "[plain]" if plain.startswith("[") else ""
                self._answer(f"=%{percent}%{prefix}{_escaped(clean(plain))}", feedback)

    def matching(self, matching: Matching) -> None:
        self.lines += [f"={left and _rich(left)} -> {_escaped(right)}" for left, right in self.pairs(matching)]

    def _answer(self, answer: str, feedback: str) -> None:
        self.lines.append(answer + (f"#{_rich(self.markup.line(feedback))}" if feedback else ""))


def _typed_answers(text: Text) -> Iterator[tuple[str, str, str]]:
    """Right answers and foreseen mistakes, with percent of the points and feedback."""
    yield from ((answer, "100", "") for answer in text.accept)
    yield from ((str(mistake.answer), "0", mistake.feedback) for mistake in text.mistakes)


def _escaped(text: str) -> str:
    return _SYNTAX.sub(r"\\\g<0>", text.replace("\r", "")).replace("\n", "\\n")


def _rich(made: str) -> str:
    """HTML that is taken neither for a weight nor for the name of a format."""
    made = re.sub(r"^%", "&#37;", made)
    return ("[html]" if made.startswith("[") else "") + _escaped(made)


def _can_be_written(answer: str) -> bool:
    return "->" not in answer and not _PLACEHOLDER.search(answer)


class _XmlQuestion(_QuestionForMoodle):
    """One question in Moodle XML."""

    distinguishes_case = True

    def __init__(self, variant: Variant, notes: ExportNotes, markup: Markup, root: Element) -> None:
        super().__init__(variant, notes, markup)
        self._made = node(root, "question", type=_TYPES[self.variant.kind])

    def write(self, quiz: str) -> None:
        node(node(self._made, "name"), "text", self.variant.id)
        for tag, text in (("questiontext", self.variant.prompt), ("generalfeedback", self.variant.explanation)):
            node(node(self._made, tag, format="html"), "text", self.markup.html(text))
        ident, points = f"{quiz}-{self.variant.id}", decimal(self.variant.points)
        self._settings({"defaultgrade": points, "penalty": "0", "hidden": "0", "idnumber": ident})
        self.task()
        if self.variant.question.tags:
            tags = node(self._made, "tags")
            for tag in self.variant.question.tags:
                node(node(tags, "tag"), "text", clean(tag))

    def choice(self, choice: Choice) -> None:
        weights = self.weights(choice)
        pinned = _has_pins(choice)
        if pinned:
            self.note("Moodle has no pinned options; all options keep the order of this export")
        single, shuffled = self.variant.kind is QuestionKind.SINGLE, choice.shuffle and not pinned
        shown = {"single": str(single).lower(), "shuffleanswers": str(shuffled).lower(), "answernumbering": "abc"}
        self._settings(shown)
        for option in choice.options:
            self._answer(self.markup.line(option.text), weights[option.id], option.feedback, format="html")

    def number(self, number: Number) -> None:
        for middle, margin, percent, feedback in self.numbers(number):
            self._answer(middle, percent, feedback, tolerance=margin)
        if number.unit:
            units = node(self._made, "units")
            for name, factor in {number.unit: 1.0, **number.units}.items():
                unit = node(units, "unit")
                node(unit, "multiplier", decimal(1 / factor))  # how many of this unit make one of the first
                node(unit, "unit_name", clean(name))
        graded = "1" if number.unit and number.unit_required else "0"
        shown = "0" if number.unit else "3"
        self._settings({"unitgradingtype": graded, "unitpenalty": "1", "showunits": shown, "unitsleft": "0"})

    def text(self, text: Text) -> None:
        self._settings({"usecase": "0" if Ignore.CASE in text.ignore else "1"})
        for answer, percent, feedback in _typed_answers(text):
            self._answer(clean(_without_wildcards(answer)), percent, feedback)

    def ordering(self, ordering: Ordering) -> None:
        self.notes.add("ordering questions need Moodle 4.4 or later")
        whole = self.variant.question.scheme is Scheme.ALL_OR_NOTHING
        self.note_scoring(Scheme.ALL_OR_NOTHING if whole else Scheme.PLACES)
        self._settings(
            {
                "layouttype": "VERTICAL",
                "selecttype": "ALL",
                "selectcount": str(len(ordering.items)),
                "gradingtype": "ALL_OR_NOTHING" if whole else "ABSOLUTE_POSITION",
                "showgrading": "SHOW",
                "numberingstyle": "none",
            }
        )
        texts = {item.id: item.text for item in ordering.items}
        for position, item in enumerate(ordering.right, 1):
            answer = node(self._made, "answer", fraction=str(position), format="html")
            node(answer, "text", self.markup.line(texts[item]))

    def matching(self, matching: Matching) -> None:
        self._settings({"shuffleanswers": "true"})
        for left, right in self.pairs(matching):
            sub = node(self._made, "subquestion", format="html")
            node(sub, "text", left)
            node(node(sub, "answer"), "text", right)

    def _settings(self, values: Mapping[str, str]) -> None:
        for tag, value in values.items():
            node(self._made, tag, value)

    def _answer(self, text: str, percent: str, feedback: str, tolerance: str = "", format: str = "plain_text") -> None:
        answer = node(self._made, "answer", fraction=percent, format=format)
        node(answer, "text", text)
        if tolerance:
            node(answer, "tolerance", tolerance)
        node(node(answer, "feedback", format="html"), "text", self.markup.line(feedback))
