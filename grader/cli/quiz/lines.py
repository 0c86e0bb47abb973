"""A quiz line by line: for pipes, simple terminals and screen readers."""

from __future__ import annotations

import math
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import MethodType

import click

from grader.cli.common import print_wrapped, style
from grader.course.quiz_model import QuestionKind
from grader.errors import UsageError
from grader.quiz.answers import NotUnderstood, read_typed
from grader.quiz.session import QuizSession
from grader.render.quiz import (
    Writer,
    before_submitting,
    clock,
    how,
    problem_of,
    question_writer,
    render_feedback,
    render_question,
)
from grader.render.style import columns

_HELP = {
    "next, skip": "go to the next question without an answer",
    "back": "go to the previous question",
    "go 3": "go to question 3",
    "again": "show this question again",
    "clear": "remove your answer",
    "flag": "flag this question to come back to, or remove the flag",
    "show": "show the answer; the question then counts as not known",
    "list": "list all questions: which are answered, which are flagged",
    "time": "show how much time is left",
    "submit": "submit your answers",
    "q, quit": "save and leave; the same command resumes",
    "?, help": "show this list",
    "answer WORD": "answer with a word that is also a command",
}
_BEAT = 0.2  # seconds between two looks at the clock while we wait for a line


class TimeIsUp(Exception):
    """The time limit was reached while we waited for a line."""


class QuizLines:
    """Asks until the attempt is submitted, or the student leaves. `read` returns a line; EOFError at the end."""

    def __init__(self, session: QuizSession, read: Callable[[str], str] = input) -> None:
        self._session = session
        self._read = read
        self._warned = False  # that something is left to do, when 'submit' was typed
        self._leaves = False
        self._said = False  # what '?' and 'q' are

    def run(self) -> None:
        session = self._session
        if session.is_in_time():
            look, left = style(), session.seconds_left
            click.echo(look.bold(look.clean(session.paper.title)))
            if session.paper.description:
                click.echo("\n".join(Writer(look).block(session.paper.description)))
            if left is not None:
                click.echo(f"You have {clock(left)}; the clock keeps running when you leave.")
            print_wrapped("Every answer is saved at once. Type '?' to see what can be typed, 'q' to save and leave.")
            click.echo()
            self._show()
        while not self._leaves and session.is_in_time():
            left = session.seconds_left
            clock_left = f"[{clock(left)}] " if left is not None else ""
            facts = [how(session.variant)] if session.is_open(session.variant) else []
            facts += [] if self._said else ["? help, q quit"]
            self._said = True
            what = "Answer" if session.is_open(session.variant) else "Answered"
            what += f" ({'; '.join(facts)})" if facts else ""
            try:
                with self._alarm():
                    line = self._read(f"{clock_left}{what}> ")
            except TimeIsUp:
                click.echo()
                continue
            except EOFError:
                click.echo()
                return
            warned, self._warned = self._warned, False
            try:
                self._obey(line.strip(), warned)
            except UsageError as problem:  # it could not be saved; what is in memory can be, later
                print_wrapped(style().clean(f"grader: {problem}"))

    def _obey(self, line: str, warned: bool) -> None:
        """Carry out one line of input: a command, else an answer. An empty line is never an answer."""
        session = self._session
        word, _, rest = line.partition(" ")
        match word.lower(), rest.strip():
            case "", _:
                print_wrapped("Nothing was typed. Type an answer, or '?'.")
            case (("next" | "skip"), ""):
                self._next()
            case "back", "" if session.index == 0:
                print_wrapped("This is the first question.")
            case "back", "":
                self._go(session.index - 1)
            case "go", number if number.isdecimal() and 1 <= int(number) <= len(session.paper.questions):
                self._go(int(number) - 1)
            case "go", _:
                print_wrapped(f"Questions go from 1 to {len(session.paper.questions)}; type 'go' and a number.")
            case "again", "":
                self._show()
            case "clear", "":
                print_wrapped("Your answer is final." if session.answer(None) else "Your answer was removed.")
            case "flag", "":
                session.flag()
                flagged = session.is_flagged(session.variant)
                print_wrapped("Flagged; 'list' shows it." if flagged else "No longer flagged.")
            case "show", "":
                self._explain()
            case "list", "":
                self._list()
            case "time", "":
                left = session.seconds_left
                print_wrapped("There is no time limit." if left is None else f"{clock(left)} left.")
            case "submit", "" if session.submits and before_submitting(session) and not warned:
                self._warned = True
                for sentence in (*before_submitting(session), "Type 'submit' again to submit anyway."):
                    print_wrapped(sentence)
            case "submit", "" if session.submits:
                session.submit()
            case (("submit" | "quit" | "q"), ""):
                self._leaves = True
            case (("help" | "?"), ""):
                self._help()
            case "answer", text if text:
                self._answer(text)
            case _:
                self._answer(line)

    def _answer(self, text: str) -> None:
        session = self._session
        if not session.is_open(session.variant):
            print_wrapped("Your answer to this question is final. Type 'next' to continue, or '?'.")
            return
        try:
            problem = session.answer(read_typed(session.variant, text, session.so_far(session.variant)))
        except NotUnderstood as not_understood:
            problem = str(not_understood)
        if problem:
            print_wrapped(style().clean(f"Not saved: {problem}. Type '?' to see what can be typed."))
        elif missing := problem_of(session):
            print_wrapped(f"Kept, but not an answer yet: {missing}.")
        elif session.explains_at_once:
            self._explain()
        else:
            click.echo("Saved.\n")
            self._next()

    def _explain(self) -> None:
        session = self._session
        if not session.explains_at_once:
            print_wrapped("Answers are not shown while this quiz is open.")
            return
        session.explain()
        self._show_feedback()
        click.echo()
        self._next()

    def _next(self) -> None:
        """Go to the next question; after the last one, print what is left to do."""
        session = self._session
        if session.index + 1 < len(session.paper.questions):
            self._go(session.index + 1)
        elif session.submits:
            for sentence in ("That was the last question.", *before_submitting(session), "Type 'submit' to submit."):
                print_wrapped(sentence)
        elif all(session.is_explained(variant) for variant in session.paper.questions):
            session.submit()
        else:
            print_wrapped("That was the last question. Type 'back' or 'go 1' for those you skipped, or 'quit'.")

    def _go(self, index: int) -> None:
        self._session.go(index)
        self._show()

    def _show(self) -> None:
        """Show the question, and its feedback if that has been shown before."""
        click.echo(render_question(self._session, style()))
        if self._session.is_explained(self._session.variant):
            click.echo()
            self._show_feedback()

    def _show_feedback(self) -> None:
        session = self._session
        for line in render_feedback(session, session.variant, question_writer(session, style())):
            click.echo(line)

    def _list(self) -> None:
        session, look = self._session, style()
        writer = Writer(look, [variant.prompt for variant in session.paper.questions])
        for at, variant in enumerate(session.paper.questions):
            done = "answered" if session.is_answered(variant) else "shown" if session.is_explained(variant) else "open"
            done = "incomplete" if session.is_begun(variant) else done
            words = [done, *["flagged"] * session.is_flagged(variant), *["here"] * (at == session.index)]
            lead = f"{at + 1:2}. ({', '.join(words)}) "
            click.echo(lead + writer.short(variant.prompt, look.width - len(lead)))

    def _help(self) -> None:
        session = self._session
        hidden = {"show"} if not session.explains_at_once else set()
        hidden |= {"submit", "time"} if not session.submits else set()
        hidden |= {"time"} if session.seconds_left is None else set()
        hidden |= {"answer WORD"} if session.variant.kind is not QuestionKind.TEXT else set()
        print_wrapped(f"Answer with {how(session.variant)}. Or type:")
        for line in columns([(word, meaning) for word, meaning in _HELP.items() if word not in hidden], style()):
            click.echo(line)

    @contextmanager
    def _alarm(self) -> Iterator[None]:
        """Raise TimeIsUp when the time is up. On systems without alarms, the next line ends the attempt.

        The alarm rings repeatedly: a signal that arrives right before Python waits, be it Ctrl-C or the last ring of a
        timer, would otherwise be noticed only with the next key.
        """
        if sys.platform == "win32":
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


def read_line(prompt: str) -> str:
    """Read a line from standard input, with line editing on a terminal. Input from a pipe is echoed; notebooks, where
    `input` is a method of the kernel, show it themselves."""
    if not sys.stdin.isatty():
        try:
            line = input(prompt)
        except NotImplementedError:  # what a kernel raises that runs a notebook without a person
            raise UsageError("nobody is there to answer; open the notebook in Jupyter and run this cell") from None
        if not isinstance(input, MethodType):
            click.echo(line)
        return line
    with suppress(ImportError):
        import readline  # noqa: F401 - importing it is enough
    try:
        return input(prompt)
    except SystemError as fault:  # the alarm rang while Python was raising what Ctrl-C raises
        raise fault.__cause__ or fault from None
