"""A session line by line: for pipes, for terminals that can do no more, and for those who listen to the screen."""

from __future__ import annotations

import math
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import click

from grader.cli.common import style
from grader.course.quiz_model import QuestionKind
from grader.errors import UsageError
from grader.quiz.answers import NotUnderstood, read_typed
from grader.quiz.session import QuizSession
from grader.render.quiz import (
    Writer,
    before_submitting,
    clock,
    columns,
    how,
    numbers,
    question_writer,
    render_feedback,
    render_question,
)
from grader.render.style import cut, wrap

_HELP = {
    "next, skip": "to the next question, without an answer",
    "back": "to the question before",
    "go 3": "to question 3",
    "again": "show this question again",
    "clear": "take your answer back",
    "flag": "mark this question to come back to, or take the mark away",
    "check": "be told how your answer is, though something is missing",
    "show": "show the answer; the question then counts as not known",
    "list": "all questions: which are answered, which are flagged",
    "time": "how much time is left",
    "submit": "hand in",
    "quit": "stop here; everything is saved",
    "answer WORD": "answer with a word that is also a command",
}


_BEAT = 0.2
"""Seconds between two looks at the clock while we wait for a line."""


class TimeIsUp(Exception):
    """The limit was reached while we waited for a line."""


class QuizLines:
    """Asks until the attempt is handed in, or the student goes. `read` gives a line; EOFError at the end."""

    def __init__(self, session: QuizSession, read: Callable[[str], str] = input) -> None:
        self._session = session
        self._read = read
        self._asked_to_submit = False
        self._leaves = False

    def run(self) -> None:
        session = self._session
        if session.is_in_time():
            self._say(*self._intro())
            self._show()
        while not self._leaves and session.is_in_time():
            try:
                with self._alarm():
                    line = self._read(f"{self._hint()}> ")
            except TimeIsUp:
                click.echo()
                continue
            except EOFError:
                click.echo()
                return
            self._hear(line.strip())

    def _hear(self, line: str) -> None:
        """One line of input. An empty one is never an answer."""
        if not line:
            self._tell("Nothing was typed. Type an answer, or 'help'.")
            return
        word, _, rest = line.partition(" ")
        command = _COMMANDS.get(word.lower())
        submits = command is QuizLines._submit
        try:
            if command and (not rest or word.lower() == "go"):
                command(self, rest.strip())
            elif word.lower() == "answer" and rest:
                self._answer(rest.strip())
            else:
                self._answer(line)
        except UsageError as problem:  # it could not be saved; what is in memory can be, later
            self._tell(f"grader: {problem}")
        self._asked_to_submit = submits and self._asked_to_submit

    def _answer(self, text: str) -> None:
        session = self._session
        if not session.is_open(session.variant):
            self._tell("Your answer to this question stands. Type 'next' to go on, or 'help'.")
            return
        try:
            problem = session.answer(read_typed(session.variant, text, session.answer_to(session.variant)))
        except NotUnderstood as not_understood:
            problem = str(not_understood)
        if problem:
            self._tell(f"Not saved: {problem}. 'help' says what else you can type.")
        elif session.explains_at_once and (missing := session.unpaired):
            self._tell(f"Saved. Without a partner: {numbers(missing)}. Go on, or type 'check' to be told now.")
        elif session.explains_at_once:
            self._explain()
        else:
            self._say("Saved.", "")
            self._on()

    def _check(self, _: str) -> None:
        if self._session.is_answered(self._session.variant):
            self._explain()
        else:
            self._tell("There is no answer yet. Type one, or 'help'.")

    def _explain(self, _: str = "") -> None:
        session = self._session
        if not session.explains_at_once:
            self._tell("Answers are not shown while this quiz is open.")
            return
        session.explain()
        self._say(*self._said(), "")
        self._on()

    def _said(self) -> list[str]:
        session = self._session
        return render_feedback(session, session.variant, question_writer(session, style()))

    def _on(self, _: str = "") -> None:
        """To the next question; after the last one, what is left to do."""
        session = self._session
        if session.index + 1 < len(session.paper.questions):
            session.go(session.index + 1)
            self._show()
        elif session.hands_in:
            self._tell("That was the last question.", *before_submitting(session), "Type 'submit' to hand in.")
        elif all(session.is_explained(variant) for variant in session.paper.questions):
            session.submit()
        else:
            self._tell("That was the last question. Type 'back' or 'go 1' for those you skipped, or 'quit'.")

    def _back(self, _: str) -> None:
        if self._session.index == 0:
            self._tell("This is the first question.")
            return
        self._session.go(self._session.index - 1)
        self._show()

    def _go(self, where: str) -> None:
        count = len(self._session.paper.questions)
        if not where.isdecimal() or not 1 <= int(where) <= count:
            self._tell(f"Questions go from 1 to {count}; type 'go' and a number.")
            return
        self._session.go(int(where) - 1)
        self._show()

    def _flag(self, _: str) -> None:
        self._session.flag()
        flagged = self._session.is_flagged(self._session.variant)
        self._tell("Flagged: 'list' shows it." if flagged else "No longer flagged.")

    def _clear(self, _: str) -> None:
        problem = self._session.answer(None)
        self._tell("Your answer stands." if problem else "Your answer is taken back.")

    def _list(self, _: str) -> None:
        self._say(*_rows(self._session))

    def _time(self, _: str) -> None:
        left = self._session.seconds_left
        self._tell("There is no time limit." if left is None else f"{clock(left)} left.")

    def _submit(self, _: str) -> None:
        session = self._session
        if not session.hands_in:
            self._leaves = True
            return
        open_points = before_submitting(session)
        if open_points and not self._asked_to_submit:
            self._asked_to_submit = True
            self._tell(*open_points, "Type 'submit' again to hand in as it is.")
            return
        session.submit()

    def _quit(self, _: str) -> None:
        self._leaves = True

    def _show(self, _: str = "") -> None:
        """The question; and what was said to it, if that is done."""
        session = self._session
        self._say(render_question(session, style()))
        if session.is_explained(session.variant):
            self._say("", *self._said())

    def _help(self, _: str) -> None:
        look, session = style(), self._session
        hidden = {"show", "check"} if not session.explains_at_once else set()
        hidden |= {"submit", "time"} if not session.hands_in else set()
        hidden |= {"check"} if session.variant.kind is not QuestionKind.MATCHING else set()
        hidden |= {"answer WORD"} if session.variant.kind is not QuestionKind.TEXT else set()
        rows = [(word, meaning) for word, meaning in _HELP.items() if word not in hidden]
        self._say(*wrap(f"Answer with {how(session.variant)}. Or type:", look.width), *columns(rows, look))

    def _intro(self) -> Iterator[str]:
        look, paper = style(), self._session.paper
        writer = Writer(look)
        yield look.bold(look.clean(paper.title))
        yield from writer.block(paper.description) if paper.description else []
        left = self._session.seconds_left
        if left is not None:
            yield f"You have {clock(left)} for it; the clock does not stop when you leave."
        yield "Every answer is saved at once. Type 'help' to see what you can type."
        yield ""

    def _hint(self) -> str:
        session = self._session
        left = session.seconds_left
        shown = f"[{clock(left)}] " if left is not None else ""
        return shown + (f"Answer ({how(session.variant)})" if session.is_open(session.variant) else "Answered")

    def _tell(self, *sentences: str) -> None:
        look = style()
        for sentence in sentences:
            self._say(*wrap(look.clean(sentence), look.width))

    def _say(self, *lines: str) -> None:
        """Lines that are made for this width."""
        for line in lines:
            click.echo(line)

    @contextmanager
    def _alarm(self) -> Iterator[None]:
        """Ends the waiting when the time is up; where there is no alarm, the next line does.

        It rings all along: a signal that arrives right before Python waits, Ctrl-C or the last ring of a
        timer, would else be noticed only with the next key.
        """
        if not hasattr(signal, "SIGALRM"):
            yield
            return
        left = self._session.seconds_left
        end = math.inf if left is None else time.monotonic() + left

        def ring(*_: object) -> None:
            if time.monotonic() >= end:
                signal.setitimer(signal.ITIMER_REAL, 0)
                raise TimeIsUp

        before = signal.signal(signal.SIGALRM, ring)
        signal.setitimer(signal.ITIMER_REAL, _BEAT, _BEAT)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)


def _rows(session: QuizSession) -> Iterator[str]:
    """All questions in a line each."""
    look = style()
    writer = Writer(look, [variant.prompt for variant in session.paper.questions])
    for at, variant in enumerate(session.paper.questions):
        done = "answered" if session.is_answered(variant) else "shown" if session.is_explained(variant) else "open"
        words = [done, *["flagged"] * session.is_flagged(variant), *["here"] * (at == session.index)]
        yield cut(f"{at + 1:2}. ({', '.join(words)}) {writer.line(variant.prompt)}", look.width, look.ellipsis)


def read_line(prompt: str) -> str:
    """A line from standard input: edited with the arrow keys on a terminal, repeated where nobody saw it typed."""
    if not sys.stdin.isatty():
        line = input(prompt)
        click.echo(line)
        return line
    with suppress(ImportError):
        import readline  # noqa: F401 - being loaded is all it needs
    try:
        return input(prompt)
    except SystemError as fault:  # the alarm rang while Python was raising what Ctrl-C raises
        raise fault.__cause__ or fault from None


_COMMANDS: dict[str, Callable[[QuizLines, str], None]] = {
    "next": QuizLines._on,
    "skip": QuizLines._on,
    "back": QuizLines._back,
    "go": QuizLines._go,
    "again": QuizLines._show,
    "clear": QuizLines._clear,
    "flag": QuizLines._flag,
    "check": QuizLines._check,
    "show": QuizLines._explain,
    "list": QuizLines._list,
    "time": QuizLines._time,
    "submit": QuizLines._submit,
    "quit": QuizLines._quit,
    "help": QuizLines._help,
}
