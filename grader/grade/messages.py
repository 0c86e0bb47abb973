"""What a student is told about a check that failed: a sentence for each way it can end. What a submission says of
itself is escaped before it is shown."""

from __future__ import annotations

import ast
import re
import signal
from collections.abc import Mapping, Sequence
from typing import Any

from grader.course import CheckSpec, Exercise
from grader.errors import WireError
from grader.results import CheckResult, Outcome
from grader.submission import Submission
from grader.text import closest
from grader.worker import Report
from grader.worker.source import function_digests

MAX_MESSAGE = 300
SHOWN_FRAMES = 4
_TWO_PRECISIONS = re.compile(r"(?i)float.*double|double.*float")
_DOUBLE = (
    "In a check torch makes tensors and modules in float64 by default: give what you make the dtype of the input, "
    "as in dtype=x.dtype or .to(x.dtype)."
)
_CLOSED = (
    "A check runs the code shut in: it cannot start programs or processes, use the network, or change files "
    "outside its own folder. Leave that out."
)


def plain(text: str) -> str:
    """Text on one line, without anything a terminal would obey."""
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)[:MAX_MESSAGE]


class Messages:
    """Tells how a check of one submission ended, where it did not end with a value."""

    def __init__(self, exercise: Exercise, submission: Submission) -> None:
        self._exercise = exercise
        self._submission = submission
        self._name = submission.filename
        self._files = {submission.filename: submission.source, **dict(submission.files)}
        self._lines: dict[str, list[str]] = {}

    def tell(self, spec: CheckSpec, report: Report) -> tuple[Outcome, str, tuple[str, ...]]:
        """Outcome, sentence, details."""
        method = getattr(self, f"_{report.status}", None)
        if method is None:
            return (*self._broken(), ())
        outcome, sentence = method(spec, report)
        return outcome, plain(sentence), self._details(report)

    def _raised(self, spec: CheckSpec, report: Report) -> tuple[Outcome, str]:
        error = report.error
        kind, message = str(error.get("type", "an exception")), str(error.get("message", ""))
        text = f"{kind}: {message}" if message else kind
        if error.get("hint"):
            return Outcome.RAISED, self._in_cells(str(error["hint"]), report)
        if report.facts.get("loading"):
            return Outcome.RAISED, f"{self._name} raised {text} while it was being imported"
        if kind == "NotImplementedError":
            return self._not_implemented(report)
        if kind == "RecursionError":  # Python's own words hang on how deep the call was by then
            return Outcome.RAISED, "the code calls itself without end (RecursionError)"
        if not self._frames(report) and error.get("in_check"):
            called = " and ".join(f"{name}()" for name in spec.uses) or "the code"
            if "object is not callable" in message:
                return Outcome.RAISED, f"{called.replace('()', '')} is no function, or returned none: {text}"
            return Outcome.RAISED, f"what {called} returned cannot be used: {text}"
        if "PermissionError" in (kinds if isinstance(kinds := error.get("kinds"), list) else ()):
            return Outcome.RAISED, f"raised {text}. {_CLOSED}"
        if kind == "EOFError" and "reading a line" in message:
            return Outcome.RAISED, "input() has nobody to ask while it is checked: use the function's arguments"
        if kind == "RuntimeError" and _TWO_PRECISIONS.search(message):
            return Outcome.RAISED, f"raised {text}. {_DOUBLE}"
        return Outcome.RAISED, f"raised {text}"

    def _not_implemented(self, report: Report) -> tuple[Outcome, str]:
        """Untouched, or begun? Told by comparing the function's body, of which the child has made a digest."""
        frames = self._frames(report)
        function, body = frames[-1][2] if frames else "", report.error.get("body")
        if body and body == function_digests(self._exercise.stub_source).get(function):
            return Outcome.NOT_ATTEMPTED, f"{function} is still as the stub has it: nothing written yet"
        return Outcome.NOT_IMPLEMENTED, f"{function or 'the code'} still raises NotImplementedError"

    def _refused(self, _: CheckSpec, report: Report) -> tuple[Outcome, str]:
        frames = self._frames(report)
        where = self._place(*frames[-1][:2]) if frames else self._name
        name = report.error.get("message")
        return Outcome.RAISED, f"{where} calls {name}, which this exercise asks you to write yourself"

    def _not_run(self, _: CheckSpec, report: Report) -> tuple[Outcome, str]:
        functions = report.error.get("functions")
        names = " and ".join(f"{name}()" for name in functions) if isinstance(functions, list) else "it"
        return Outcome.NOT_RUN, f"not run: it calls {names}, and the time limit was exceeded there before"

    def _missing(self, _: CheckSpec, report: Report) -> tuple[Outcome, str]:
        name = str(report.error.get("name"))
        found = report.error.get("defines")
        defines = ", ".join(str(item) for item in found) if isinstance(found, list) and found else ""
        kind = "class" if name[:1].isupper() else "function"
        has = f"it defines: {defines}" if defines else "it defines none"
        meant = closest(name, map(str, found)) if isinstance(found, list) else None
        if meant:
            has = f"is '{meant}' meant to be it? Rename it"
        if not self._files[self._name].strip():
            has = "the file is empty"
        return Outcome.MISSING_FUNCTION, f"{self._name} has no {kind} '{name}'; {has}"

    def _arguments(self, spec: CheckSpec, report: Report) -> tuple[Outcome, str]:
        message = str(report.error.get("message"))
        wanted = next((form for name in spec.uses if (form := self._signature(name)) and name in message), "")
        ask = f"; the exercise asks for {wanted}" if wanted else ""
        return Outcome.WRONG_ARGUMENTS, f"{message}{ask}"

    def _signature(self, name: str) -> str:
        """A stub's function as the statement calls it, without types."""
        for node in ast.parse(self._exercise.stub_source).body:
            if isinstance(node, ast.FunctionDef) and node.name == name:
                for argument in ast.walk(node.args):
                    if isinstance(argument, ast.arg):
                        argument.annotation = None
                return f"{name}({ast.unparse(node.args)})"
        return ""

    def _syntax(self, _: CheckSpec, report: Report) -> tuple[Outcome, str]:
        error = report.error
        file, line = str(error.get("file")), error.get("line")
        place = self._place(file, line) if isinstance(line, int) and line else file
        message = str(error.get("message"))
        if "codec can't decode" in message or "null byte" in message:
            return Outcome.SYNTAX_ERROR, f"{self._name} is no text in UTF-8: save it as a plain Python file"
        if isinstance(line, int) and "\t" in self._line(file, line, tabs=True) and "dent" in message:
            message += "; tabs and spaces are mixed here: use spaces alone"
        return Outcome.SYNTAX_ERROR, f"{place}: {message}"

    def _import(self, _: CheckSpec, report: Report) -> tuple[Outcome, str]:
        message = str(report.error.get("message"))
        allowed = ". A solution can import Python's own modules and the packages of the course"
        more = allowed if message.startswith("No module named") else ""
        return Outcome.IMPORT_ERROR, f"{self._name} could not be imported: {message}{more}"

    def _exited(self, _: CheckSpec, report: Report) -> tuple[Outcome, str]:
        when = " while it was being imported" if report.facts.get("loading") else ""
        return (
            Outcome.EXITED,
            f"the code ended the whole program{when}: remove exit(), sys.exit() or os._exit()",
        )

    def _memory(self, *_: object) -> tuple[Outcome, str]:
        most = self._exercise.limits.memory_mb
        return Outcome.OUT_OF_MEMORY, f"needed more than the {most} MB of memory it may use"

    def _too_large(self, spec: CheckSpec, _: Report) -> tuple[Outcome, str]:
        called = " or ".join(f"{name}()" for name in spec.uses) or "the code"
        return (
            Outcome.OUTPUT_TOO_LARGE,
            f"what {called} returned is too large or too deeply nested to be the answer",
        )

    def _output(self, *_: object) -> tuple[Outcome, str]:
        most = self._exercise.limits.output_mb
        return Outcome.OUTPUT_TOO_LARGE, f"printed more than {most:g} MB: remove the prints"

    def _timed_out(self, spec: CheckSpec, report: Report) -> tuple[Outcome, str]:
        seconds = spec.seconds or self._exercise.limits.seconds
        frames = self._frames(report)
        where = f"; it was at {self._place(*frames[-1][:2])}" if frames else ""
        if report.facts.get("loading"):
            return Outcome.TIMED_OUT, f"{self._name} was still being imported when its time was over{where}"
        waited = report.facts.get("by_the_clock")
        if isinstance(waited, int | float):
            return Outcome.TIMED_OUT, f"still waiting after {waited:g} s by the clock{where}"
        return Outcome.TIMED_OUT, f"not done after {seconds:g} s{where}"

    def _crashed(self, _: CheckSpec, report: Report) -> tuple[Outcome, str]:
        number = report.error.get("signal")
        try:
            name = signal.Signals(number).name if isinstance(number, int) else "a signal"
        except ValueError:
            name = f"signal {number}"
        return Outcome.CRASHED, f"the process crashed ({name})"

    def _broken(self, *_: object) -> tuple[Outcome, str]:
        return Outcome.CRASHED, f"{self._name} sent the grader something that is no result"

    def _frames(self, report: Report) -> list[tuple[str, int, str]]:
        frames = report.error.get("frames")
        if not isinstance(frames, list):
            return []
        whole = (f for f in frames if isinstance(f, list) and len(f) == 3 and type(f[1]) is int)
        return [(str(f[0]), f[1], str(f[2])) for f in whole]

    def _details(self, report: Report) -> tuple[str, ...]:
        """The student's own lines of the traceback, or the line of a syntax error with a caret."""
        if report.status == "syntax":
            return self._caret(report.error)
        details: list[str] = []
        for file, line, function in self._frames(report)[-SHOWN_FRAMES:]:
            where = "" if function == "<module>" else f", in {function}"
            details.append(plain(f"{self._place(file, line)}{where}"))
            text = self._line(file, line)
            if text:
                details.append(f"    {plain(text.strip())}")
        return tuple(details)

    def _place(self, file: str, line: int) -> str:
        """Where a line is, as the student knows it: in a notebook, the cell and the line in it."""
        return f"{file}, {self._submission.where(line) if file == self._name else f'line {line}'}"

    def _in_cells(self, sentence: str, report: Report) -> str:
        """A sentence that names lines of the source, as the student knows them."""
        if any(file != self._name for file, _, _ in self._frames(report)):
            return sentence
        return re.sub(r"\bline (\d{1,9})\b", lambda found: self._submission.where(int(found[1])), sentence)

    def _caret(self, error: dict[str, Any]) -> tuple[str, ...]:
        line, column = error.get("line"), error.get("column")
        if not isinstance(line, int) or not isinstance(column, int):
            return ()
        text = self._line(str(error.get("file")), line)
        stripped = text.strip()
        if not stripped:
            return ()
        at = max(0, column - 1 - (len(text) - len(text.lstrip())))
        return (f"    {plain(stripped)}", f"    {' ' * min(at, MAX_MESSAGE)}^")

    def _line(self, file: str, number: int, tabs: bool = False) -> str:
        if file not in self._lines:
            self._lines[file] = self._files.get(file, b"").decode("utf-8", "replace").splitlines()
        lines: Sequence[str] = self._lines[file]
        found = lines[number - 1] if 0 < number <= len(lines) else ""
        return found if tabs else found.expandtabs(4)


# The rule that an exercise may set: do not call the library function that does it all. The child refuses such a call
# as it happens (`worker.forbidden`); here it costs its points.
OWN_WORK = "own_work"
_TITLE = "does the work itself"


def own_work(exercise: Exercise, reports: Mapping[str, Report], messages: Mapping[str, str]) -> CheckResult:
    """Points for not calling what the exercise forbids, by the reports of the public checks and what is said of them.
    Code of which nothing runs earns none."""
    assert exercise.forbids is not None
    most = exercise.forbids.points
    statuses = {check: _status(report) for check, report in reports.items()}
    refused = next((check for check, status in statuses.items() if status == "refused"), None)
    if refused is not None:
        return CheckResult(OWN_WORK, _TITLE, Outcome.FAILED, 0.0, most, message=messages[refused])
    if "value" not in statuses.values():
        return CheckResult(OWN_WORK, _TITLE, Outcome.NOT_ATTEMPTED, 0.0, most, message="nothing runs yet")
    return CheckResult(OWN_WORK, _TITLE, Outcome.PASSED, most, most)


def _status(report: Report) -> str:
    try:
        return report.status
    except WireError:
        return "broken"
