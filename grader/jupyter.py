"""`%load_ext grader`: check exercises from a notebook.

`%check NAME` grades what has been run in this session: the rule for which cells count is the one for notebook files.
`%check NAME FUNCTION` runs only the checks that need that function. `%hint` and `%show` work as on the command line;
`%solution`, `%progress`, `%list`, `%reset` and `%quiz` run the commands of these names. Without a name they mean the
exercise with the cell that ran last.
"""

from __future__ import annotations

import atexit
import io
import os
import re
import shlex
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import replace
from datetime import datetime
from types import ModuleType
from typing import Any

from grader.cli.common import here, open_course
from grader.cli.run import run
from grader.course import Course, Exercise
from grader.errors import GraderError, UsageError
from grader.grade import Grader
from grader.render.html import render_html, render_page, render_words
from grader.render.result import ProgressLine, render_result
from grader.render.style import Style, unpainted
from grader.results import ExerciseResult
from grader.student.hints import MAGIC, next_hint
from grader.student.notebooks import statement, stub_pieces
from grader.student.state import StudentState, attempted, hinted
from grader.student.workspace import digest, find_exercise, find_workspace, unwritten
from grader.submission import Cell, Submission, from_cells, marked
from grader.text import closest, counted
from grader.worker import Worker, start_worker
from grader.worker.start import choose_device, needs_fresh

_MAGICS = ("check", "hint", "show", "solution", "progress", "list", "reset", "quiz", "provided")
_TRAPS = "--traps"
_YES = {"-y", "--yes"}
_NAME = "this notebook"
_MOST = 1 << 18  # characters of the session's code: older cells do not count
_AT_LEAST = 256  # that a cell counts for, however short it is
_ONLY = re.compile(r"(?:^|\s)--only[ =]+(\S+)")
_QUOTED_COMMAND = re.compile(r"'grader (check|hint(?! \S+ --)|show|solution|progress|list|reset|quiz)(?: take)?\b")
_COMMENT = re.compile(r"(^|\s)#.*")
_PLAIN = Style(color=False, width=88)


def load_ipython_extension(shell: Any) -> None:
    """Called by `%load_ext grader`."""
    session = NotebookSession(shell)
    for name in _MAGICS:
        magic = getattr(session, f"{name}_magic")
        shell.register_magic_function(_guarded(session, magic), "line", name)
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
    if session.own_reset is not None:
        shell.magics_manager.magics["line"]["reset"] = session.own_reset
    atexit.unregister(session.close)
    session.close()


class NotebookSession:
    """One kernel: the cells that ran in it, and a warm worker that grades them."""

    def __init__(self, shell: Any) -> None:
        self._shell = shell
        self._workers: dict[str, Worker] = {}
        self._state = StudentState()  # used outside a workspace
        self._provided = ""
        self._forgotten: dict[str, int] = {}  # exercise → the number of the cell that reset it
        self.own_reset = shell.find_line_magic("reset")  # IPython's: deletes the user's variables

    def close(self) -> None:
        for worker in self._workers.values():
            with suppress(OSError):
                worker.close()
        self._workers.clear()

    def check_magic(self, line: str) -> None:
        """Check an exercise: `%check NAME`. Without a name: the one with the cell that ran last.

        `%check NAME FUNCTION`: only the checks that need this function. `--only CHECK`: only this check.
        """
        course = open_course(None)
        only = _ONLY.findall(line)
        exercise, function = self._asked_function(course, _ONLY.sub("", line))
        submission = from_cells(here() / _NAME, self._cells(), exercise.slug, exercise.stub_source, session=True)
        note = ""
        if function:
            only, note = _checks_of(exercise, function, submission)
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
        if note:
            result = replace(result, notes=(*result.notes, note))
        if not only:
            source, now = digest(submission.source), datetime.now().astimezone()
            self._change(lambda state: attempted(state, result, source, now))
            idea, next_step = exercise.idea, _next_step(course, exercise, result)
        text = render_result(result, _NAME, _PLAIN, idea=idea, next_step=next_step)
        _display(text, render_html(result, _NAME, idea, next_step), replaced=handle)

    def hint_magic(self, line: str) -> None:
        """Show the next hint: `%hint NAME`."""
        exercise = self._asked(open_course(None), line)
        workspace = find_workspace(here())
        state = workspace.state.read() if workspace else self._state
        hint = next_hint(exercise, state.record(exercise.slug), command=MAGIC)
        self._change(lambda state: hinted(state, exercise.slug, hint.number, hint.function))
        title, text = f"{exercise.title} · {hint.title}", "\n".join(filter(None, (hint.about, hint.text)))
        _display(f"{title}\n{text}", render_words(title, text))

    def show_magic(self, line: str) -> None:
        """Show the statement of an exercise: `%show NAME`. `--traps`: what often goes wrong is unfolded."""
        from grader.render.markdown import render

        words = line.replace(_TRAPS, "")
        exercise = self._asked(open_course(None), words)
        unfolded = words != line
        text = render(
            exercise.statement, _PLAIN, exercise.picture, None if unfolded else f"%show {exercise.slug} {_TRAPS}"
        )
        rich = statement(exercise)
        _display(text, rich.replace("<details>", "<details open>") if unfolded else rich, "text/markdown")

    def solution_magic(self, line: str) -> None:
        """Show the reference of an exercise that you have passed: `%solution NAME`."""
        self._show_command("solution", self._with_exercise(line))

    def progress_magic(self, line: str) -> None:
        """Show your progress, and what comes next: `%progress`."""
        self._show_command("progress", _words(line))

    def list_magic(self, line: str) -> None:
        """List the exercises: `%list`, `%list mask`, `%list --todo`."""
        self._show_command("list", _words(line))

    def reset_magic(self, line: str) -> None:
        """Restore the stub of an exercise in the saved notebook: `%reset NAME`. Your version is kept as a backup.

        Without a name, or with IPython's options, this is IPython's own `%reset`, which deletes your variables.
        """
        words = _words(line)
        names = [word for word in words if word not in _YES]
        if self.own_reset is not None and (not names or names[0].startswith("-")):
            self.own_reset(line)
            return
        exercise = self._asked(open_course(None), " ".join(names))
        if not _YES & {*words} and not _confirmed(f"Restore the stub of {exercise.slug}?"):
            _display("Nothing was changed.")
            return
        if self._show_command("reset", [exercise.slug, "--yes"]) == 0:
            self._forgotten[exercise.slug] = len(self._shell.history_manager.input_hist_raw)

    def quiz_magic(self, line: str) -> None:
        """Take a quiz line by line: `%quiz NAME`. `%quiz` lists the quizzes, `%quiz review` asks what you missed."""
        words = _words(line) or ["list"]
        if words[0] == "list":
            self._show_command("quiz", words)
            return
        with redirect_stderr(sys.stdout):
            run(["quiz", *([] if words[0] in ("take", "review") else ["take"]), *words])

    def _show_command(self, verb: str, words: list[str]) -> int:
        """Run a command, and show what it prints. Returns its exit code."""
        page = _Page()
        with redirect_stdout(page), redirect_stderr(page):
            code = run([verb, *words])
        painted = _as_magics(page.text().rstrip())
        if code and painted.startswith("grader: "):
            raise UsageError(painted.removeprefix("grader: "))
        _display(unpainted(painted), render_page(f"grader {verb}", painted))
        return code

    def _with_exercise(self, line: str) -> list[str]:
        """The words of a line, with the exercise of the cell that ran last if they name none."""
        words = _words(line)
        named = any(not word.startswith("-") for word in words)
        return words if named else [self._asked(open_course(None), "").slug, *words]

    def provided_magic(self, line: str) -> None:
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

    def _asked_function(self, course: Course, line: str) -> tuple[Exercise, str]:
        """The exercise, and the function of its stub if the line names one, else ""."""
        words = _words(line)
        try:
            return self._asked(course, " ".join(words)), ""
        except UsageError:
            if len(words) != 2:
                raise
            exercise = self._asked(course, words[0])
        names = [piece.name for piece in stub_pieces(exercise) if piece.name]
        if words[1] not in names:
            guess = closest(words[1], names)
            remedy = f"did you mean '{guess}'?" if guess else f"it has: {', '.join(names)}"
            raise UsageError(f"{exercise.slug} has no function '{words[1]}'; {remedy}")
        return exercise, words[1]

    def _asked(self, course: Course, line: str) -> Exercise:
        name = " ".join(_words(line))
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
            if number < self._forgotten.get(marked(source), 0):
                continue
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


class _Page(io.TextIOWrapper):
    """Keeps what a command prints, which may be in colour."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8", newline="\n", write_through=True)

    def isatty(self) -> bool:
        return True

    def text(self) -> str:
        self.seek(0)
        return self.read()


def _words(line: str) -> list[str]:
    """The words after the name of a magic. A comment says nothing."""
    try:
        return shlex.split(line, comments=True)
    except ValueError:  # a quote without its partner
        return _COMMENT.sub("", line).split()


def _as_magics(text: str) -> str:
    """The text with magics in place of the commands that it quotes, where they are the same."""
    return _QUOTED_COMMAND.sub(r"'%\1", text)


def _confirmed(question: str) -> bool:
    try:
        answer = input(f"{question} Your version is kept as a backup. [y/N] ")
    except NotImplementedError:  # what a kernel raises that runs a notebook without a person
        raise UsageError("reset asks for confirmation, and nobody is there to answer; add --yes to confirm") from None
    return answer.strip().lower() in ("y", "yes")


def _checks_of(exercise: Exercise, function: str, submission: Submission) -> tuple[list[str], str]:
    """The public checks that need a function and no other that is not written yet, and a sentence about the rest."""
    found = [spec for spec in exercise.checks if function in spec.uses]
    if not found:
        raise UsageError(f"no check is about {function} alone; '%check {exercise.slug}' runs them all")
    missing = unwritten(submission.source, exercise.stub_source) - {function}
    ready = [spec for spec in found if not missing & {*spec.uses}] or found
    waiting = [name for spec in found if spec not in ready for name in spec.uses if name in missing]
    left = len(found) - len(ready)
    more = f"{counted(left, 'more check')} also {'needs' if left == 1 else 'need'}"
    return [spec.id for spec in ready], f"{more} {' and '.join(dict.fromkeys(waiting))}." if left else ""


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
