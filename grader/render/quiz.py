"""Quizzes in a terminal: their texts, questions, feedback and results, and the list of quizzes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from math import ceil
from typing import TYPE_CHECKING

from grader.render.latex import displayed, notation, readable
from grader.render.markdown import inline, render
from grader.render.style import Style, columns, display_width, pad, pad_left, shorten, widths_of, wrap
from grader.text import counted, points

if TYPE_CHECKING:
    from grader.quiz.paper import Variant
    from grader.quiz.session import QuizSession
    from grader.student.quizzes import QuizStanding

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
    """Formats the texts of one question: Markdown, formulas in readable characters, code in colour, matrices aligned.

    `texts` are all its texts, so that its formulas look alike.
    """

    def __init__(self, style: Style, texts: Iterable[str] = ()) -> None:
        self.style = style
        self._notation = notation(texts, style.unicode)

    def short(self, markdown: str, width: int) -> str:
        """A text on one line of at most that width, cut after a word; without blocks of code and marks of Markdown."""
        text = self.style.clean(" ".join(_FENCE.sub("", markdown).split()))
        line = inline(self._formulas(text, upright=False, marks=self.style.color), self.style)
        return shorten(line, width, self.style.ellipsis)

    def block(self, markdown: str, width: int | None = None, aligned: bool = True) -> list[str]:
        """A text in lines of at most that width; code is kept. `aligned`: align matrices on a line of their own."""
        style = self.style._replace(width=max(10, width or self.style.width))
        text = style.clean(markdown).expandtabs(4)
        out: list[str] = []
        at = 0
        for fence in (*_FENCE.finditer(text), None):
            prose = text[at : fence.start() if fence else len(text)]
            lines = [_aligned(line) if aligned else line for line in prose.split("\n")]
            whole = self._formulas("\n".join(lines), upright=True).strip("\n")
            if whole.strip():
                out += [""] * bool(out) + render(whole, style).split("\n")
            if fence:
                code = highlighted(fence["code"].rstrip("\n"), fence["language"], style)
                out += [""] * bool(out) + [f"    {line}".rstrip() for line in code]
                at = fence.end()
        return out

    def hanging(self, lead: str, markdown: str, width: int | None = None) -> list[str]:
        """A text after a mark, indented by the width of the mark."""
        margin = display_width(lead)
        first, *more = self.block(markdown, (width or self.style.width) - margin, aligned=False) or [""]
        return [f"{lead}{first}", *(f"{' ' * margin}{line}".rstrip() for line in more)]

    def _formulas(self, text: str, upright: bool, marks: bool = True) -> str:
        """The Markdown with its formulas in plain characters, escaped; a displayed one becomes a block of its own.
        `marks`: keep those of code and emphasis."""

        def shown(found: re.Match[str]) -> str:
            if found["display"] and upright:
                lines = displayed(found["display"], self._notation)
                return "\n\n" + "\n".join(f"    {line}" for line in lines) + "\n\n"
            if found["stressed"]:
                inside = _SPAN.sub(shown, found["stressed"])
                stars = (
                    (found["stars"] if self.style.color else r"\*") if marks else ""
                )  # without colours the marks stay
                return f"{stars}{inside}{stars}"
            formula = found["display"] or found["math"]
            plain = readable(formula, self._notation) if formula else found[0]
            if found["code"] and not marks:
                plain = found["code"].strip("`").strip()
            return _SPECIAL.sub(r"\\\g<0>", plain) if plain != found[0] else plain

        return _SPAN.sub(shown, text)


def highlighted(code: str, language: str, style: Style) -> list[str]:
    """Lines of code, in colour if the terminal has colours and Pygments knows the language."""
    plain = code.split("\n")
    if not style.color or not language:
        return plain
    from pygments import lexers, token, util  # type: ignore[import-untyped]  # it has no types

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
    """`A = [[1, 2], [30, 4]]` on a line of its own becomes a block with aligned columns."""
    found = _MATRIX.fullmatch(line)
    if not found:
        return line
    rows = [[cell.strip() for cell in row.split(",")] for row in re.findall(r"\[([^\]]*)\]", found["rows"])]
    if len({len(row) for row in rows}) > 1:
        return line
    widths = widths_of(rows)
    name = f"{found['name'].strip()} " if found["name"] else ""
    bodies = ",\n".join(f"     {' ' * len(name)}[{', '.join(map(pad_left, row, widths))}]" for row in rows)
    return f"\n    {name}[{bodies.lstrip()}]\n"


HOW = {
    "single": "one letter",
    "multiple": "one or more letters, like a c",
    "numeric": "a number",
    "text": "a word or a few",
    "ordering": "all letters in the right order, like b a c",
    "matching": "numbers with letters, like 1b 2a",
}


def how(variant: Variant) -> str:
    """What an answer must look like."""
    return f"a number, in {variant.unit}" if variant.unit else HOW[variant.kind]


def question_writer(session: QuizSession, style: Style) -> Writer:
    """A writer for the texts of the current question."""
    texts = [session.variant.prompt, *(text for _, text, _ in session.choices), *(text for text, _ in session.pairs)]
    return Writer(style, texts)


def heading(session: QuizSession, style: Style) -> str:
    """The number and points of the current question; in a review also its quiz."""
    variant = session.variant
    origin, _, in_review = variant.id.partition("/")
    facts = ["", counted(variant.points, "point"), *([origin] if in_review else [])]
    text = style.bold(f"Question {session.index + 1} of {len(session.paper.questions)}")
    text += style.dim(f" {style.dot} ".join(facts))
    return text + (f" {style.dim(style.dot)} {style.warn('flagged')}" if session.is_flagged(variant) else "")


def render_question(session: QuizSession, style: Style) -> str:
    """The current question as plain lines, which screen readers can follow."""
    writer = question_writer(session, style)
    lines = [heading(session, style), "", *writer.block(session.variant.prompt), ""]
    for number, (text, letter) in enumerate(session.pairs, 1):
        lines += writer.hanging(f"  {number}. ", f"{text} = {letter}" if letter else text)
    lines += [""] * bool(session.pairs)
    for letter, text, chosen in session.choices:
        lines += writer.hanging(f"  {style.accent(f'{letter})')} ", f"{text} (chosen)" if chosen else text)
    if session.typed:
        lines += [f"Your answer so far: {style.clean(session.typed)}"]
    return "\n".join(line.rstrip() for line in lines)


def render_feedback(session: QuizSession, variant: Variant, writer: Writer) -> list[str]:
    """Whether the answer is right, why, and what to practise."""
    style, practise = writer.style, variant.question.practise
    lines = _reasons(session, variant, writer)
    if practise and session.score(variant).mark != "right":
        commands = ", ".join(f"grader show {name}" for name in practise)
        lines += wrap(f"{style.arrow} Practise it: {style.accent(style.clean(commands))}", style.width, "    ", "  ")
    return lines


def _reasons(session: QuizSession, variant: Variant, writer: Writer) -> list[str]:
    style, score = writer.style, session.score(variant)
    mark, answer = score.mark.value, session.right_lines(variant)
    earned = "" if mark == "dropped" else f"{points(score.points)} / {points(score.max_points)}"
    lines = [f"{verdict(mark, style)} {style.dim(earned)}"]
    for reply in session.feedback(variant):
        if not reply.text:
            lines += writer.hanging("  ", reply.feedback)
            continue
        sign = style.good(style.tick) if reply.right else style.bad(style.cross)
        lines += writer.hanging(f"  {sign} ", reply.text if reply.chosen else f"{reply.text} (not chosen)")
        lines += writer.hanging("    ", reply.feedback) if reply.feedback else []
    if answer and mark != "right":
        lines += _listed("The answer: " if len(answer) == 1 else "The answer:", answer, writer)
    if variant.explanation:
        lines += writer.hanging("  ", variant.explanation)
    return lines


def verdict(mark: str, style: Style) -> str:
    return {
        "right": style.good(f"{style.tick} Right."),
        "partly": style.warn("~ Partly right."),
        "wrong": style.bad(f"{style.cross} Not right."),
        "blank": style.bad("- No answer."),
        "dropped": style.dim("This question does not count."),
    }[mark]


def _listed(lead: str, texts: Sequence[str], writer: Writer) -> list[str]:
    if len(texts) == 1:
        return writer.hanging(f"  {lead}", texts[0])
    return [f"  {lead}", *(line for text in texts for line in writer.hanging(f"    {writer.style.bullet} ", text))]


def render_outcome(session: QuizSession, where: str, style: Style) -> list[str]:
    """The end of an attempt: the score if it may be shown, and `where` the attempt is."""
    parts = []
    if session.attempt.ended == "time":
        parts.append(style.warn("Time is up: your answers so far were submitted."))
    if session.may_reveal:
        total = session.total()
        words = {"right": "right", "partly": "partly right", "wrong": "not right", "blank": "without an answer"}
        marks = [score.mark.value for score in total.scores.values()]
        counts = [f"{marks.count(mark)} {word}" for mark, word in words.items() if mark in marks]
        score = style.bold(f"{points(total.points)} of {points(total.max_points)} points ({total.share:.0%})")
        parts.append(f"{score}: {', '.join(counts)}." if counts else f"{score}.")
    else:
        count = len(session.paper.questions)
        parts.append(f"Submitted: {count - len(session.unanswered)} of {counted(count, 'answer')}.")
    if where:
        parts.append(style.dim(style.clean(where)))
    return [line for part in parts for line in wrap(part, style.width)]


def explained_at_end(session: QuizSession, style: Style) -> Iterator[str]:
    """What was missed, with reasons; where to practise it; and what was right and has not been explained yet. Nothing
    if answers may not be shown."""
    if not session.may_reveal:
        return
    missed, questions = _missed(session), session.paper.questions
    rest = [at for at, variant in enumerate(questions) if at not in missed and not session.is_explained(variant)]
    if missed:
        yield from ("", style.bold("What you missed"))
        yield from (line for at in missed for line in _explained(session, at, style))
        yield from next_steps(session, style)
    if rest:
        yield from ("", style.bold("The others" if missed else "Why it is right"))
        yield from (line for at in rest for line in _explained(session, at, style))


def next_steps(session: QuizSession, style: Style) -> Iterator[str]:
    """Commands that continue from what was missed. Nothing if answers may not be shown."""
    if session.may_reveal and (missed := _missed(session)):
        yield from ("", style.bold("What to do next"))
        yield from columns(_commands(session, missed, style), style)


def _missed(session: QuizSession) -> list[int]:
    """The places of the questions that were not answered right."""
    questions = enumerate(session.paper.questions)
    return [at for at, variant in questions if session.score(variant).mark.value not in ("right", "dropped")]


def _explained(session: QuizSession, at: int, style: Style) -> Iterator[str]:
    """The prompt in short, the answer and the feedback."""
    variant = session.paper.questions[at]
    given, reply = session.answer_lines(variant), session.feedback(variant)
    texts = [variant.prompt, *given, *session.right_lines(variant), *(part.text for part in reply)]
    writer = Writer(style._replace(width=style.width - 4), texts)
    mark, *reasons = _reasons(session, variant, writer)
    if given and not any(part.text for part in reply):
        incomplete = variant.id in session.attempt.drafts
        reasons[:0] = _listed("Incomplete, so it does not count: " if incomplete else "Your answer: ", given, writer)
    lead = f"{at + 1:2}. "
    yield ""
    yield style.bold(lead) + writer.short(variant.prompt, style.width - len(lead))
    yield from (f"    {line}" for line in (mark, *reasons))


def _commands(session: QuizSession, missed: Sequence[int], style: Style) -> list[tuple[str, str]]:
    """Commands, each with what it is good for."""
    practised: dict[str, list[int]] = {}
    for at in missed:
        for name in session.paper.questions[at].question.practise:
            practised.setdefault(name, []).append(at)
    steps = [("grader quiz review", "asks what you missed again, when it is due")]
    for name, places in practised.items():
        steps.append((f"grader check {name}", f"practises question{'s' * (len(places) > 1)} {numbers(places)}"))
    return [(style.accent(style.clean(command)), what) for command, what in steps]


def before_submitting(session: QuizSession) -> list[str]:
    """What a student should know before submitting; empty if everything is answered and nothing is flagged."""
    questions, begun = session.paper.questions, session.begun
    blank = [at for at in session.unanswered if at not in begun]
    half = [at for at in begun if questions[at].kind == "matching"]
    unread = [at for at in begun if at not in half]
    sentences = []
    for places, what in (
        (blank, "no answer"),
        (half, "an incomplete matching, which does not count"),
        (unread, "an answer that cannot be read"),
    ):
        if places:
            have = "s {} have" if len(places) > 1 else " {} has"
            sentences.append(f"Question{have.format(numbers(places))} {what}.")
    return sentences + ([f"You flagged {numbers(session.flagged)}."] if session.flagged else [])


def problem_of(session: QuizSession) -> str:
    """Why what was typed or paired for the current question is not an answer yet, else ""."""
    if not session.pairs or not session.is_begun(session.variant):
        return session.problem
    missing = session.unpaired
    return f"{numbers(missing)} {'has' if len(missing) == 1 else 'have'} no partner"


def clock(seconds: float) -> str:
    """The time left: 9:05, 1:00:00. It is 0:00 only when nothing is left."""
    minutes, rest = divmod(ceil(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def when(seconds: float) -> str:
    """A future time in words: in 10 minutes, in 3 hours, in 5 days."""
    for size, noun in ((86_400, "day"), (3_600, "hour"), (60, "minute")):
        if seconds >= size:
            return f"in {counted(round(seconds / size), noun)}"
    return "in a minute"


def numbers(places: Sequence[int]) -> str:
    """The numbers of questions, counted from one: 2, 5 to 8 and 11."""
    shown: list[str] = []
    for _, pairs in groupby(enumerate(places), lambda pair: pair[1] - pair[0]):  # runs without a gap
        run = [place + 1 for _, place in pairs]
        shown += [f"{run[0]} to {run[-1]}"] if len(run) > 2 else map(str, run)
    return " and ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)


def render_quizzes(rows: Sequence[QuizStanding], style: Style) -> str:
    """The quizzes of a course, each with its facts and the student's attempts."""
    if not rows:
        return "This course has no quizzes yet."
    names = max(display_width(row.quiz.id) for row in rows)
    lines: list[str] = []
    for row in rows:
        lead = f"{style.dim(f'{row.quiz.number:2}')} {pad(style.accent(style.clean(row.quiz.id)), names)}  "
        margin = " " * display_width(lead)
        lines += wrap(style.clean(row.quiz.title), style.width, margin, lead)
        for facts in (style.dim(", ".join(_facts(row))), "; ".join(_standing(row, style))):
            lines += wrap(facts, style.width, margin) if facts else []
    lines += ["", *wrap("'grader quiz take NAME' starts a quiz, or resumes it where you stopped.", style.width)]
    if due := sum(row.due for row in rows):
        lines += wrap(f"{counted(due, 'question')} to review: grader quiz review", style.width)
    return "\n".join(line.rstrip() for line in lines)


def _facts(row: QuizStanding) -> Iterator[str]:
    yield row.quiz.purpose.value
    yield counted(row.questions, "question")
    if row.quiz.minutes is not None:
        yield f"{row.quiz.minutes:g} min"
    if row.quiz.attempts is not None:
        yield f"{counted(row.quiz.attempts, 'attempt')} allowed"


def _standing(row: QuizStanding, style: Style) -> Iterator[str]:
    used, limit = len(row.attempts), row.quiz.attempts
    if row.is_open:
        yield style.warn("started")
    if used and limit is not None:
        yield f"{used} of {counted(limit, 'attempt')} used" if used < limit else "no attempt left"
    elif used:
        yield counted(used, "attempt")
    if row.best is not None:
        text = f"best {points(row.best.points)} of {points(row.best.max_points)}"
        yield style.good(text) if row.best.points >= row.best.max_points else text
    if row.due:
        yield style.warn(f"{row.due} to review")
