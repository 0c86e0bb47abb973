"""Questions of a quiz, what is said to answers, and results, as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from grader.report.quiztext import Writer
from grader.report.style import Style, counted, display_width, pad, wrap


class Choice(NamedTuple):
    """Something to choose, order or match, with the letter that stands for it."""

    letter: str
    text: str
    chosen: bool = False


class Pair(NamedTuple):
    """A left side, and the letter of the right side that was chosen for it."""

    number: int
    text: str
    letter: str = ""


class Question(NamedTuple):
    """A question as it is shown. `typed`: the answer so far, where it is typed."""

    number: int
    of: int
    points: float
    prompt: str
    how: str
    choices: Sequence[Choice] = ()
    pairs: Sequence[Pair] = ()
    typed: str = ""
    flagged: bool = False
    origin: str = ""  # in a review: the quiz it comes from


class Said(NamedTuple):
    """A part of an answer, and what is said to it."""

    right: bool
    chosen: bool
    text: str
    feedback: str


class Feedback(NamedTuple):
    """What is said to an answer. `mark`: right, partly, wrong, blank or dropped; `answer`: the right one, in lines."""

    mark: str
    points: float
    max_points: float
    said: Sequence[Said] = ()
    answer: Sequence[str] = ()
    explanation: str = ""
    practise: Sequence[str] = ()


class Marked(NamedTuple):
    """A question of a finished attempt. `feedback` is None where nothing may be told."""

    number: int
    prompt: str
    given: Sequence[str]
    feedback: Feedback | None


def texts_of(question: Question) -> list[str]:
    """Everything in it that may hold formulas."""
    return [question.prompt, *(c.text for c in question.choices), *(p.text for p in question.pairs)]


def heading(question: Question, style: Style) -> str:
    facts = [f"Question {question.number} of {question.of}", counted(question.points, "point")]
    facts += [question.origin] if question.origin else []
    text = style.bold(facts[0]) + style.dim(f" {style.dot} ".join(["", *facts[1:]]))
    return text + (f" {style.dim(style.dot)} {style.warn('flagged')}" if question.flagged else "")


def render_question(question: Question, style: Style) -> str:
    """The whole question, line by line, for those who read or hear it in lines."""
    writer = Writer(style, texts_of(question))
    lines = [heading(question, style), "", *writer.block(question.prompt), ""]
    lines += [line for pair in question.pairs for line in _pair(pair, writer)]
    lines += [""] * bool(question.pairs)
    lines += [line for choice in question.choices for line in _choice(choice, writer)]
    if question.typed:
        lines += [f"Your answer so far: {style.clean(question.typed)}"]
    return "\n".join(line.rstrip() for line in lines)


def _choice(choice: Choice, writer: Writer) -> list[str]:
    chosen = " (chosen)" if choice.chosen else ""
    return writer.hanging(f"  {writer.style.accent(choice.letter + ')')} ", f"{choice.text}{chosen}")


def _pair(pair: Pair, writer: Writer) -> list[str]:
    chosen = f" = {pair.letter}" if pair.letter else ""
    return writer.hanging(f"  {pair.number}. ", f"{pair.text}{chosen}")


def render_feedback(feedback: Feedback, writer: Writer) -> list[str]:
    """How the answer did, why, and what to practise."""
    style = writer.style
    lines = [f"{verdict(feedback.mark, style)} {style.dim(_points(feedback))}"]
    for said in feedback.said:
        lines += _said(said, writer)
    if feedback.answer and feedback.mark != "right":
        lead = "The answer: " if len(feedback.answer) == 1 else "The answer:"
        lines += _listed(lead, feedback.answer, writer)
    if feedback.explanation:
        lines += writer.hanging("  ", feedback.explanation)
    if feedback.practise and feedback.mark != "right":
        commands = ", ".join(f"grader show {name}" for name in feedback.practise)
        lines += wrap(f"{style.arrow} Practise it: {style.accent(style.clean(commands))}", style.width, "    ", "  ")
    return lines


def verdict(mark: str, style: Style) -> str:
    return {
        "right": style.good(f"{style.tick} Right."),
        "partly": style.warn("~ Partly right."),
        "wrong": style.bad(f"{style.cross} Not right."),
        "blank": style.bad("- No answer."),
        "dropped": style.dim("This question does not count."),
    }[mark]


def _points(feedback: Feedback) -> str:
    return "" if feedback.mark == "dropped" else f"{points(feedback.points)} / {points(feedback.max_points)}"


def _said(said: Said, writer: Writer) -> Iterator[str]:
    style = writer.style
    sign = style.good(style.tick) if said.right else style.bad(style.cross)
    missed = "" if said.chosen else " (not chosen)"
    if not said.text:
        yield from writer.hanging("  ", said.feedback)
        return
    yield from writer.hanging(f"  {sign} ", f"{said.text}{missed}")
    if said.feedback:
        yield from writer.hanging("    ", said.feedback)


def _listed(lead: str, texts: Sequence[str], writer: Writer) -> list[str]:
    if len(texts) == 1:
        return writer.hanging(f"  {lead}", texts[0])
    return [f"  {lead}", *(line for text in texts for line in writer.hanging(f"    {writer.style.bullet} ", text))]


def render_marked(marked: Marked, style: Style) -> list[str]:
    """One question of a finished attempt: the prompt, what was answered, what is said to it."""
    said = marked.feedback.said if marked.feedback else ()
    writer = Writer(style, [marked.prompt, *marked.given, *(part.text for part in said)])
    lines = writer.hanging(f"{style.bold(f'{marked.number}.')} ", marked.prompt)
    if marked.given and not any(part.text for part in said):
        lines += _listed("Your answer: ", marked.given, writer)
    return lines + (render_feedback(marked.feedback, writer) if marked.feedback else [])


def render_total(earned: float, max_points: float, marks: Sequence[str], style: Style) -> list[str]:
    """The score of an attempt, and how many answers were of which sort."""
    share = earned / max_points if max_points else 0.0
    words = {"right": "right", "partly": "partly right", "wrong": "not right", "blank": "without an answer"}
    counts = [f"{marks.count(mark)} {word}" for mark, word in words.items() if mark in marks]
    score = style.bold(f"{points(earned)} of {points(max_points)} points ({share:.0%})")
    return wrap(f"{score}: {', '.join(counts)}." if counts else f"{score}.", style.width)


def clock(seconds: float) -> str:
    """Time that is left: 9:05, 1:00:00. It says 0:00 only when nothing is left."""
    whole = int(seconds) + (seconds > int(seconds))
    minutes, rest = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def when(seconds: float) -> str:
    """A time to come, in words: in 10 minutes, in 3 hours, in 5 days."""
    for size, noun in ((86_400, "day"), (3_600, "hour"), (60, "minute")):
        if seconds >= size:
            return f"in {counted(round(seconds / size), noun)}"
    return "in a minute"


def columns(rows: Sequence[tuple[str, str]], style: Style) -> list[str]:
    """Keys and what they do."""
    wide = max(display_width(left) for left, _ in rows)
    return [
        line for left, right in rows for line in wrap(right, style.width, " " * (wide + 4), f"  {pad(left, wide)}  ")
    ]


def numbers(places: Sequence[int]) -> str:
    """Of questions, counted from one: 2, 5 to 8 and 11."""
    runs: list[list[int]] = []
    for place in places:
        if runs and place == runs[-1][-1] + 1:
            runs[-1].append(place)
        else:
            runs.append([place])
    shown: list[str] = []
    for run in runs:
        shown += [f"{run[0] + 1} to {run[-1] + 1}"] if len(run) > 2 else [str(place + 1) for place in run]
    return " and ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)


def points(number: float) -> str:
    """To hundredths, and never minus nothing."""
    return f"{round(number, 2) + 0.0:g}"
