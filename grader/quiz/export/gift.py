"""GIFT, as Moodle reads it; other readers are stricter, and are heeded, too.

Every text is HTML on one line. What the format takes for itself stands behind a backslash, line ends are `\\n`. Weights
stand before everything that may have one, so that no text is taken for one.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence

from grader.course.quiz_model import Choice, Matching, Ordering, QuestionKind, Quiz, Text
from grader.quiz.export.common import (
    ExportedQuestion,
    Letters,
    Markup,
    NumberRange,
    QuestionGroup,
    clean,
    decimal,
    for_moodle,
    mistakes,
    places,
    right_range,
)
from grader.quiz.export.points import (
    ExportNotes,
    by_weights,
    each_in_place,
    has_pins,
    is_shuffled,
    moodle_weights,
    rounded_weights,
)
from grader.quiz.paper import Number

_OWN = re.compile(r"[\\#=~{}:]")
_PLACEHOLDER = re.compile(r"&&0(58;|35;|61;|92;|10|123;|125;|126;)")  # Moodle's own, and it has no escape for them


def to_gift(quiz: Quiz, groups: Sequence[QuestionGroup], notes: ExportNotes, letters: Letters) -> bytes:
    return _GiftWriter(quiz, notes, for_moodle(letters)).file(groups).encode()


class _GiftWriter:
    def __init__(self, quiz: Quiz, notes: ExportNotes, markup: Markup) -> None:
        self._quiz = quiz
        self._notes = notes
        self._markup = markup

    def file(self, groups: Sequence[QuestionGroup]) -> str:
        """Questions that all students get, then each group in a category of its own, to draw from."""
        fixed = [piece for group in groups if group.pick is None for piece in group.pieces]
        parts = [self._category(), *self._questions(fixed)]
        for group in groups:
            if group.pick is not None:
                parts += [self._category(group.name), *self._questions(group.pieces)]
                self._notes.category(group)
        self._say_what_is_lost(groups)
        return "\n\n".join(parts) + "\n"

    def _say_what_is_lost(self, groups: Sequence[QuestionGroup]) -> None:
        points = {piece.variant.id: piece.variant.points for group in groups for piece in group.pieces}
        other = [f"'{name}' {value:g}" for name, value in points.items() if value != 1]
        if other:
            self._notes.tell(f"GIFT has no points, so each question is worth 1; set these by hand: {', '.join(other)}")
        self._notes.settings(self._quiz)

    def _category(self, name: str = "") -> str:
        path = [self._quiz.title, *([name] if name else [])]
        return "$CATEGORY: $course$/top/" + "/".join(_folder(part) for part in path)

    def _questions(self, pieces: Sequence[ExportedQuestion]) -> Iterator[str]:
        for piece in pieces:
            answers = self._answers(piece)
            if answers is not None:
                tags = "".join(f" [tag:{tag}]" for tag in map(_tag, piece.variant.question.tags) if tag)
                head = f"// [id:{self._quiz.id}-{piece.name}]{tags}"
                yield f"{head}\n::{escaped(piece.name)}::[html]{self._prompt(piece)}{{{answers}\n}}"

    def _prompt(self, piece: ExportedQuestion) -> str:
        task = piece.variant.task
        unit = f"\n<p>Unit: {html.escape(task.unit)}</p>" if isinstance(task, Number) and task.unit else ""
        return escaped(self._markup.html(piece.variant.prompt) + clean(unit))

    def _answers(self, piece: ExportedQuestion) -> str | None:
        """What stands in the braces; None if it cannot be said."""
        lines = self._lines(piece)
        if lines is None:
            return None
        if piece.variant.explanation:
            lines.append(f"####{self._rich(piece.variant.explanation, blocks=True)}")
        begin = "#" if piece.variant.kind is QuestionKind.NUMERIC else ""
        return begin + "".join(f"\n\t{line}" for line in lines)

    def _lines(self, piece: ExportedQuestion) -> list[str] | None:
        match piece.variant.task:
            case Choice() as choice:
                return self._choice(piece, choice)
            case Number():
                return self._number(piece)
            case Text() as text:
                return self._text(piece, text)
            case Matching() as matching:
                self._notes.scoring(piece, each_in_place(piece.variant))
                texts = {item.id: item.text for item in matching.rights}
                pairs = [(left.text, texts[matching.right[left.id]]) for left in matching.lefts]
                used = set(matching.right.values())
                return self._pairs([*pairs, *(("", item.text) for item in matching.rights if item.id not in used)])
            case Ordering() as ordering:
                self._notes.of(piece, "GIFT has no ordering; it becomes a matching of places and items")
                self._notes.scoring(piece, each_in_place(piece.variant))
                texts = {item.id: item.text for item in ordering.items}
                return self._pairs(
                    [(place.text, texts[item]) for place, item in zip(places(ordering), ordering.right, strict=True)]
                )

    def _choice(self, piece: ExportedQuestion, choice: Choice) -> list[str]:
        variant = piece.variant
        weights = moodle_weights(variant)
        tell_weights(self._notes, piece)
        self._notes.scoring(piece, by_weights(weights))
        if has_pins(variant):
            self._notes.of(piece, "GIFT has no pinned options; Moodle shuffles all of them")
        elif not is_shuffled(variant):
            self._notes.of(piece, "GIFT cannot say that options keep their order; switch shuffling off in Moodle")
        lines = []
        for option in choice.options:
            is_key = variant.kind is QuestionKind.SINGLE and option.correct
            mark = "=" if is_key else f"~%{percent(weights[option.id])}%"
            lines.append(f"{mark}{self._rich(option.text)}{self._feedback(option.feedback)}")
        return lines

    def _number(self, piece: ExportedQuestion) -> list[str]:
        self._notes.scoring(piece, None)
        self._notes.unit(piece)
        lines = [f"=%100%{_range(right_range(piece.variant))}"]
        for wrong, feedback in mistakes(piece.variant):
            lines.append(f"=%0%{_range(wrong)}{self._feedback(feedback)}")
        return lines

    def _text(self, piece: ExportedQuestion, text: Text) -> list[str] | None:
        self._notes.scoring(piece, None)
        self._notes.spelling(piece, case=False)
        accepted = [answer for answer in text.accept if _can_be_said(answer)]
        if len(accepted) < len(text.accept):
            lost = next(answer for answer in text.accept if not _can_be_said(answer))
            left = "that answer is left out" if accepted else "the question is left out"
            self._notes.of(piece, f"GIFT takes '{lost}' for a matching; {left}")
        if not accepted:
            return None
        lines = [f"=%100%{_plain(wildcards(answer))}" for answer in accepted]
        foreseen = [mistake for mistake in text.mistakes if _can_be_said(str(mistake.answer))]
        return lines + [
            f"=%0%{_plain(wildcards(str(mistake.answer)))}{self._feedback(mistake.feedback)}" for mistake in foreseen
        ]

    def _pairs(self, pairs: Sequence[tuple[str, str]]) -> list[str]:
        """Moodle shows the right side in a list of plain text, and takes tags out of it."""
        rights = [escaped(html.escape(self._markup.plain(right), quote=False)) for _, right in pairs]
        lefts = [self._rich(left) if left else "" for left, _ in pairs]
        return [f"={left} -> {right}" for left, right in zip(lefts, rights, strict=True)]

    def _feedback(self, text: str) -> str:
        return f"#{self._rich(text)}" if text else ""

    def _rich(self, text: str, blocks: bool = False) -> str:
        """HTML that is neither taken for a weight nor for the name of a format."""
        made = self._markup.html(text) if blocks else self._markup.line(text)
        made = re.sub(r"^%", "&#37;", made)
        return ("[html]" if made.startswith("[") else "") + escaped(made)


def tell_weights(notes: ExportNotes, piece: ExportedQuestion) -> None:
    moved = rounded_weights(piece.variant)
    if moved:
        notes.of(piece, f"Moodle knows no weight of {moved[0]:.2%}; {moved[1]:.2%} stands in for it")


def escaped(text: str) -> str:
    return _OWN.sub(r"\\\g<0>", text.replace("\r", "")).replace("\n", "\\n")


def percent(weight: float) -> str:
    """As many digits as Moodle compares."""
    return f"{100 * weight:.5f}".rstrip("0").rstrip(".")


def wildcards(answer: str) -> str:
    """A star would stand for anything."""
    return answer.replace("*", "\\*")


def _plain(answer: str) -> str:
    return ("[plain]" if answer.startswith("[") else "") + escaped(clean(answer))


def _can_be_said(answer: str) -> bool:
    return "->" not in answer and not _PLACEHOLDER.search(answer)


def _range(numbers: NumberRange) -> str:
    return f"{decimal(numbers.middle)}:{decimal(numbers.margin)}"


def _folder(name: str) -> str:
    """A slash would begin a category within it."""
    return re.sub(r"[\\\s]+", " ", clean(name)).strip().replace("/", "//")


def _tag(tag: str) -> str:
    return re.sub(r"[\[\]\\\s]+", " ", clean(tag)).strip()
