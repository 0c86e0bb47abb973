"""`%load_ext grader`: check exercises from a notebook.

`%check NAME` grades what has been run in this session: the rule for which cells count is the one for notebook files.
`%hint NAME` and `%show NAME` work as on the command line. Without a name they mean the exercise with the cell that
ran last.
"""

from __future__ import annotations

import atexit
import os
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from types import ModuleType
from typing import Any

from grader.cli.common import here, open_course
from grader.course import Course, Exercise
from grader.errors import GraderError, UsageError
from grader.grade import Grader
from grader.render.html import render_html, render_words
from grader.render.result import ProgressLine, render_result
from grader.render.style import Style
from grader.results import ExerciseResult
from grader.student.hints import MAGIC, next_hint
from grader.student.notebooks import statement
from grader.student.state import StudentState, attempted, hinted
from grader.student.workspace import digest, find_exercise, find_workspace
from grader.submission import Cell, from_cells, marked
from grader.worker import Worker, start_worker
from grader.worker.start import choose_device, needs_fresh

_MAGICS = ("check", "hint", "show", "provided")
_NAME = "this notebook"
_MOST = 1 << 18  # characters of the session's code: older cells do not count
_AT_LEAST = 256  # that a cell counts for, however short it is
_ONLY = re.compile(r"(?:^|\s)--only[ =]+(\S+)")
_COMMENT = re.compile(r"(^|\s)#.*")
_PLAIN = Style(color=False, width=88)


def load_ipython_extension(shell: Any) -> None:
    """Called by `%load_ext grader`."""
    session = NotebookSession(shell)
    for name in _MAGICS:
        shell.register_magic_function(_guarded(session, getattr(session, name)), "line", name)
    shell.events.register("pre_run_cell", session.before_cell)
    shell.grader_session = session
    atexit.register(session.close)
    with suppress(OSError):
        session.worker("auto")  # so that numpy is loaded by the time of the first check


def unload_ipython_extension(shell: Any) -> None:
    """Called by `%unload_ext grader`."""
    session: NotebookSession = shell.grader_session
    shell.events.unregister("pre_run_cell", session.before_cell)
    for name in _MAGICS:
        shell.magics_manager.magics["line"].pop(name, None)
    atexit.unregister(session.close)
    session.close()


class NotebookSession:
    """One kernel: the cells that ran in it, and a warm worker that grades them."""

    def __init__(self, shell: Any) -> None:
        self._shell = shell
        self._workers: dict[str, Worker] = {}
        self._state = StudentState()  # used outside a workspace
        self._provided = ""

    def close(self) -> None:
        for worker in self._workers.values():
            with suppress(OSError):
                worker.close()
        self._workers.clear()

    def check(self, line: str) -> None:
        """Check an exercise: `%check NAME`. Without a name: the one with the cell that ran last. `--only CHECK`: only
        this check."""
        course = open_course(None)
        only = _ONLY.findall(line)
        exercise = self._asked(course, _ONLY.sub("", line))
        submission = from_cells(here() / _NAME, self._cells(), exercise.slug, exercise.stub_source, session=True)
        progress = ProgressLine({spec.id: spec.title for spec in exercise.checks}, _PLAIN)
        slow = {spec.id for spec in exercise.checks if spec.slow}
        handle: Any = None

        def show_progress(check: str, text: str) -> None:
            nonlocal handle
            if check in slow and (line := progress.line(check, text)) is not None:
                handle = _display(line, replaced=handle)

        result = self._grader(course, exercise).grade(exercise, submission, only=only, hear=show_progress)
        if result.faulty:  # the worker may have died since the last check
            self.close()
            result = self._grader(course, exercise).grade(exercise, submission, only=only, hear=show_progress)
        idea = next_step = ""
        if not only:
            source, now = digest(submission.source), datetime.now().astimezone()
            self._change(lambda state: attempted(state, result, source, now))
            idea, next_step = exercise.idea, _next_step(course, exercise, result)
        text = render_result(result, _NAME, _PLAIN, idea=idea, next_step=next_step)
        _display(text, render_html(result, _NAME, idea, next_step), replaced=handle)

    def hint(self, line: str) -> None:
        """Show the next hint: `%hint NAME`."""
        exercise = self._asked(open_course(None), line)
        workspace = find_workspace(here())
        state = workspace.state.read() if workspace else self._state
        hint = next_hint(exercise, state.record(exercise.slug), command=MAGIC)
        self._change(lambda state: hinted(state, exercise.slug, hint.number, hint.function))
        title, text = f"{exercise.title} · {hint.title}", "\n".join(filter(None, (hint.about, hint.text)))
        _display(f"{title}\n{text}", render_words(title, text))

    def show(self, line: str) -> None:
        """Show the statement of an exercise: `%show NAME`."""
        from grader.render.markdown import render

        exercise = self._asked(open_course(None), line)
        text = render(exercise.statement, _PLAIN, exercise.picture)
        _display(text, statement(exercise), "text/markdown")

    def provided(self, line: str) -> None:
        """`%provided NAME`: make `from provided import …` find what the exercise provides. Running its cell does this,
        too."""
        exercise = self._asked(open_course(None), line)
        if exercise.provided_source is None:
            raise UsageError(f"{exercise.slug} provides nothing to import")
        self._provide(exercise)

    def before_cell(self, info: Any) -> None:
        """Let the cell of an exercise import what the exercise provides, whichever cell ran before it."""
        with suppress(Exception):  # the import in the cell reports what is wrong
            slug = marked(str(info.raw_cell))
            if slug:
                self._provide(open_course(None).find(slug))

    def _provide(self, exercise: Exercise) -> None:
        source = exercise.provided_source
        if source is None or self._provided == exercise.slug + source:
            return
        module = ModuleType("provided")
        exec(compile(source, str(exercise.path / "provided.py"), "exec"), module.__dict__)
        sys.modules["provided"] = module
        self._provided = exercise.slug + source

    def _asked(self, course: Course, line: str) -> Exercise:
        name = _COMMENT.sub("", line).strip().strip("'\"")
        if not name:
            name = next((cell.exercise for cell in reversed(self._cells()) if cell.exercise), "")
        if not name:
            raise UsageError("no cell of an exercise has been run yet; name the exercise")
        return find_exercise(course, name, find_workspace(here()))

    def _cells(self) -> list[Cell]:
        """The cells that ran, oldest first; of equal ones the last."""
        found: dict[str, int] = {}
        room = _MOST
        history = list(enumerate(self._shell.history_manager.input_hist_raw))
        for number, source in reversed(history):
            if source.strip() and source not in found and room > len(source):
                room -= len(source) + _AT_LEAST
                found[source] = number
        return [Cell(f"In[{number}]", source, marked(source)) for source, number in reversed(found.items())]

    def _grader(self, course: Course, exercise: Exercise) -> Grader:
        device = choose_device("auto" if exercise.needs_device else "simulated")
        return Grader(course, self.worker("fresh" if needs_fresh(device) else "auto"), device=device)

    def worker(self, kind: str) -> Worker:
        if kind not in self._workers:
            self._workers[kind] = start_worker(kind)
        return self._workers[kind]

    def _change(self, step: Callable[[StudentState], StudentState]) -> None:
        workspace = find_workspace(here())
        if workspace is None:
            self._state = step(self._state)
            return
        with suppress(UsageError):  # a failure to save progress does not change the result
            workspace.state.change(step)


def _next_step(course: Course, exercise: Exercise, result: ExerciseResult) -> str:
    """What to do after an internal error; in a workspace, the next exercise after one is passed; else ""."""
    if not result.passed:
        return "Run 'grader doctor' in a terminal." if result.faulty else ""
    workspace = find_workspace(here())
    following = workspace.next_after(course, exercise) if workspace else None
    if workspace is None or (following and following.slug == exercise.slug):
        return ""
    if following is None:
        return "You have passed every exercise of this course."
    notebook = workspace.notebook_of(following)
    where = f"It is in {notebook.name}." if notebook.is_file() else f"Read it with '%show {following.slug}'."
    return f"Next: {following.title} ({following.minutes} min). {where}"


def _guarded(session: NotebookSession, magic: Callable[[str], None]) -> Callable[[str], None]:
    """The magic, with errors shown as messages, as on the command line."""

    def guarded(line: str) -> None:
        try:
            magic(line)
            return
        except GraderError as problem:
            message = str(problem)
        except KeyboardInterrupt:
            session.close()
            message = "stopped"
        except Exception as fault:
            if os.environ.get("GRADER_DEBUG"):
                raise
            session.close()
            message = f"the grader itself failed ({type(fault).__name__}: {fault}); please report it"
        _display(f"grader: {message}", render_words("grader", message))

    guarded.__doc__ = magic.__doc__
    return guarded


def _display(text: str, rich: str = "", kind: str = "text/html", replaced: Any = None) -> Any:
    """Show an output in the cell, as `rich` if it can show that, else as text. Returns a handle to replace it by."""
    from IPython.display import display

    bundle = {"text/plain": text, kind: rich} if rich else {"text/plain": text}
    if replaced is None:
        return display(bundle, raw=True, display_id=True)  # type: ignore[no-untyped-call]  # it has no types
    replaced.update(bundle, raw=True)
    return replaced
