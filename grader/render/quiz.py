"""Quizzes in a terminal: their text, questions and answers, and the list of quizzes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from grader.render.latex import displayed, notation, readable
from grader.render.markdown import inline, render
from grader.render.style import Style, counted, display_width, pad, pad_left, wrap

# ---- Texts of quizzes for a terminal: Markdown, formulas in readable letters, code with colours, matrices aligned.


_FENCE = re.compile(r"^(?P<mark>```+|~~~+)(?P<language>[\w+-]*)[^\n]*\n(?P<code>.*?)^(?P=mark)[ \t]*$\n?", re.M | re.S)
_SPAN = re.compile(
    r"(?P<code>(?P<ticks>`+).+?(?P=ticks))|(?P<escaped>\\\$)"
    r"|\$\$(?P<display>.+?)\$\$|\$(?P<math>[^\s$](?:[^$]*[^\s$])?)\$(?!\d)"
    r"|(?P<stars>\*{1,2})(?P<stressed>[^\s*](?:[^*\n]*[^\s*])?)(?P=stars)(?!\*)",
    re.DOTALL,
)
_SPECIAL = re.compile(r"[\\`*\[\]$|]")
_NUMBERS = r"\[\s*[-−+.\deE,\s]+\]"
_MATRIX = re.compile(rf"(?P<name>[^`\n=]*=)?\s*`?\[(?P<rows>\s*{_NUMBERS}(?:\s*,\s*{_NUMBERS})+)\s*\]`?\s*")


class Writer:
    """Writes the texts of one question; `texts` are all of them, so that its formulas look alike."""

    def __init__(self, style: Style, texts: Iterable[str] = ()) -> None:
        self.style = style
        self._notation = notation(texts, style.unicode)

    def line(self, markdown: str) -> str:
        """A text in one line, without its blocks of code."""
        text = self.style.clean(" ".join(_FENCE.sub("", markdown).split()))
        return inline(self._formulas(text, upright=False), self.style)

    def block(self, markdown: str, width: int | None = None, aligned: bool = True) -> list[str]:
        """A text in lines of at most that width; code stays as it is. `aligned`: matrices that stand alone are."""
        style = self.style._replace(width=max(10, width or self.style.width))
        out: list[str] = []
        for part in self._parts(style.clean(markdown).expandtabs(4), style, aligned):
            out += [""] * bool(out and part) + part
        return out

    def hanging(self, lead: str, markdown: str, width: int | None = None) -> list[str]:
        """A text behind a mark, indented as far as the mark reaches."""
        margin = display_width(lead)
        first, *more = self.block(markdown, (width or self.style.width) - margin, aligned=False) or [""]
        return [f"{lead}{first}", *(f"{' ' * margin}{line}".rstrip() for line in more)]

    def _parts(self, text: str, style: Style, aligned: bool) -> Iterator[list[str]]:
        at = 0
        for fence in _FENCE.finditer(text):
            yield self._prose(text[at : fence.start()], style, aligned)
            code = fence["code"].rstrip("\n")
            yield [f"    {line}".rstrip() for line in highlighted(code, fence["language"], style)]
            at = fence.end()
        yield self._prose(text[at:], style, aligned)

    def _prose(self, text: str, style: Style, aligned: bool) -> list[str]:
        lines = [_aligned(line) if aligned else line for line in text.split("\n")]
        whole = self._formulas("\n".join(lines), upright=True).strip("\n")
        return render(whole, style).split("\n") if whole.strip() else []

    def _formulas(self, text: str, upright: bool) -> str:
        """Markdown without formulas: each in letters, safe from Markdown; a displayed one as a block of its own."""

        def shown(found: re.Match[str]) -> str:
            if found["display"] and upright:
                lines = displayed(found["display"], self._notation)
                return "\n\n" + "\n".join(f"    {line}" for line in lines) + "\n\n"
            if found["stressed"]:
                inside = _SPAN.sub(shown, found["stressed"])
                stars = found["stars"] if self.style.color else r"\*"  # what has no other look keeps its marks
                return f"{stars}{inside}{stars}"
            formula = found["display"] or found["math"]
            return _SPECIAL.sub(r"\\\g<0>", readable(formula, self._notation)) if formula else found[0]

        return _SPAN.sub(shown, text)


def highlighted(code: str, language: str, style: Style) -> list[str]:
    """Lines of code, with colours where there are any and Pygments knows the language."""
    plain = code.split("\n")
    if not style.color or not language:
        return plain
    try:
        from pygments import lexers, token, util  # type: ignore[import-untyped]  # it has no types
    except ModuleNotFoundError:
        return plain
    try:
        lexer = lexers.get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except util.ClassNotFound:
        return plain
    paints = {token.Keyword: style.accent, token.String: style.good, token.Comment: style.dim, token.Number: style.warn}
    out = ""
    for kind, text in lexer.get_tokens(code):
        paint = next((paint for known, paint in paints.items() if kind in known), None)
        out += paint(text) if paint else text
    return out.split("\n")


def _aligned(line: str) -> str:
    """`A = [[1, 2], [30, 4]]` alone in a line becomes a block, its columns aligned."""
    found = _MATRIX.fullmatch(line)
    if not found:
        return line
    rows = [[cell.strip() for cell in row.split(",")] for row in re.findall(r"\[([^\]]*)\]", found["rows"])]
    if len({len(row) for row in rows}) > 1:
        return line
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    bodies = [f"[{', '.join(map(pad_left, row, widths))}]" for row in rows]
    name = f"{found['name'].strip()} " if found["name"] else ""
    margin = " " * len(name)
    block = [f"{name if not at else margin}{' ' if at else '['}{body}" for at, body in enumerate(bodies)]
    return "\n" + "\n".join(f"    {text}," for text in block)[:-1] + "]\n"


# ---- Questions of a quiz, what is said to answers, and results, as text for a terminal.


class LetteredChoice(NamedTuple):
    """Something to choose, order or match, with the letter that stands for it."""

    letter: str
    text: str
    chosen: bool = False


class Pair(NamedTuple):
    """A left side, and the letter of the right side that was chosen for it."""

    number: int
    text: str
    letter: str = ""


class QuestionView(NamedTuple):
    """A question as it is shown. `typed`: the answer so far, where it is typed."""

    number: int
    of: int
    points: float
    prompt: str
    how: str
    choices: Sequence[LetteredChoice] = ()
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


class AnswerFeedback(NamedTuple):
    """What is said to an answer. `mark`: right, partly, wrong, blank or dropped; `answer`: the right one, in lines."""

    mark: str
    points: float
    max_points: float
    said: Sequence[Said] = ()
    answer: Sequence[str] = ()
    explanation: str = ""
    practise: Sequence[str] = ()


class MarkedQuestion(NamedTuple):
    """A question of a finished attempt. `feedback` is None where nothing may be told."""

    number: int
    prompt: str
    given: Sequence[str]
    feedback: AnswerFeedback | None


def texts_of(question: QuestionView) -> list[str]:
    """Everything in it that may hold formulas."""
    return [question.prompt, *(c.text for c in question.choices), *(p.text for p in question.pairs)]


def heading(question: QuestionView, style: Style) -> str:
    facts = [f"Question {question.number} of {question.of}", counted(question.points, "point")]
    facts += [question.origin] if question.origin else []
    text = style.bold(facts[0]) + style.dim(f" {style.dot} ".join(["", *facts[1:]]))
    return text + (f" {style.dim(style.dot)} {style.warn('flagged')}" if question.flagged else "")


def render_question(question: QuestionView, style: Style) -> str:
    """The whole question, line by line, for those who read or hear it in lines."""
    writer = Writer(style, texts_of(question))
    lines = [heading(question, style), "", *writer.block(question.prompt), ""]
    lines += [line for pair in question.pairs for line in _pair(pair, writer)]
    lines += [""] * bool(question.pairs)
    lines += [line for choice in question.choices for line in _choice(choice, writer)]
    if question.typed:
        lines += [f"Your answer so far: {style.clean(question.typed)}"]
    return "\n".join(line.rstrip() for line in lines)


def _choice(choice: LetteredChoice, writer: Writer) -> list[str]:
    chosen = " (chosen)" if choice.chosen else ""
    return writer.hanging(f"  {writer.style.accent(choice.letter + ')')} ", f"{choice.text}{chosen}")


def _pair(pair: Pair, writer: Writer) -> list[str]:
    chosen = f" = {pair.letter}" if pair.letter else ""
    return writer.hanging(f"  {pair.number}. ", f"{pair.text}{chosen}")


def render_feedback(feedback: AnswerFeedback, writer: Writer) -> list[str]:
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


def _points(feedback: AnswerFeedback) -> str:
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


def render_marked(marked: MarkedQuestion, style: Style) -> list[str]:
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


# ---- The quizzes of a course, as a page for a terminal.


class QuizRowView(NamedTuple):
    """A quiz in the list. `score` is of the best attempt, None if there is none to tell."""

    number: int
    name: str
    title: str
    kind: str
    questions: int
    minutes: float | None
    used: int
    limit: int | None
    open: bool
    score: tuple[float, float] | None
    due: int


def render_quizzes(rows: Sequence[QuizRowView], style: Style) -> str:
    """All quizzes, one or two lines each."""
    if not rows:
        return "This course has no quizzes yet."
    names = max(display_width(row.name) for row in rows)
    lines: list[str] = []
    for row in rows:
        lead = f"{style.dim(f'{row.number:2}')} {pad(style.accent(style.clean(row.name)), names)}  "
        margin = " " * display_width(lead)
        lines += wrap(style.clean(row.title), style.width, margin, lead)
        for facts in (style.dim(", ".join(_facts(row))), "; ".join(_standing(row, style))):
            lines += wrap(facts, style.width, margin) if facts else []
    due = sum(row.due for row in rows)
    lines += [""]
    lines += wrap("'grader quiz take NAME' begins, or goes on where you stopped.", style.width)
    if due:
        lines += wrap(f"{counted(due, 'question')} to review: grader quiz review", style.width)
    return "\n".join(line.rstrip() for line in lines)


def _facts(row: QuizRowView) -> Iterator[str]:
    yield row.kind
    yield counted(row.questions, "question")
    if row.minutes is not None:
        yield f"{row.minutes:g} min"
    if row.limit is not None:
        yield f"{counted(row.limit, 'attempt')} allowed"


def _standing(row: QuizRowView, style: Style) -> Iterator[str]:
    if row.open:
        yield style.warn("begun")
    if row.used and row.limit is not None:
        left = row.limit - row.used
        yield f"{row.used} of {counted(row.limit, 'attempt')} used" if left > 0 else "no attempt left"
    elif row.used:
        yield counted(row.used, "attempt")
    if row.score is not None:
        best, most = row.score
        text = f"best {points(best)} of {points(most)}"
        yield style.good(text) if best >= most else text
    if row.due:
        yield style.warn(f"{row.due} to review")
