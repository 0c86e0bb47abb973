"""The messages for a check that failed: a sentence for each way it can end. What comes from the submission is escaped
before it is shown."""

from __future__ import annotations

import ast
import re
import signal
from collections.abc import Mapping
from typing import Any

from grader.course import CheckSpec, Exercise
from grader.results import Outcome
from grader.submission import Submission
from grader.text import closest
from grader.worker import Report
from grader.worker.source import function_digests

MAX_MESSAGE = 400
SHOWN_FRAMES = 4
_TWO_PRECISIONS = re.compile(r"(?i)float.*double|double.*float")
_DOUBLE = (
    "In a check, torch creates tensors and modules in float64 by default: give new ones the dtype of the input, "
    "as in dtype=x.dtype or .to(x.dtype)."
)
_ALLOWED = ". A solution can import Python's own modules and the packages of the course"
_CLOSED = (
    "A check runs the code in a sandbox: it cannot start programs or processes, use the network, or change files "
    "outside its own folder. Remove that."
)

_DEBUG = "remove it, or debug with 'grader check {} --reproduce > replay.py' and 'python replay.py'"


def plain(text: str) -> str:
    """Return text on one line, without control characters."""
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)[:MAX_MESSAGE]


# Exceptions about shapes, and the usual cure of each.
_CURES = (
    (r"broadcast together|must match the size of tensor",
     "Axes are matched from the right: a sum or mean needs keepdims=True, another array a new axis, as in x[:, None]."),
    (r"matmul|cannot be multiplied|mismatch in its core dimension|not aligned|batch1|batch2|mat1|mat2",
     "A matrix product needs inner axes of equal length: often one side must be transposed, swapaxes(-1, -2)."),
    (r"cannot reshape|shape '.*' is invalid for input", "A reshape keeps the number of values."),
    (r"at dim|out of bounds|Dimension out of range|axis \d+ is", "Count axes from the end, as in axis=-1."),
)  # fmt: skip


def _cure(error: Mapping[str, Any]) -> str:
    """Return which shapes met in the line that raised, and what usually helps; "" if it is not about shapes."""
    message = str(error.get("message", ""))
    cure = next((cure for pattern, cure in _CURES if re.search(pattern, message)), "")
    shapes = error.get("shapes")
    if not cure:
        return ""
    met = [f"{name} has shape {tuple(shape)}" for name, shape in shapes.items()] if isinstance(shapes, dict) else []
    return f". Here {', '.join(met)}. {cure}" if met else f". {cure}"


class Messages:
    """Describes how a check of one submission ended, where it did not end with a value."""

    def __init__(self, exercise: Exercise, submission: Submission) -> None:
        self._exercise = exercise
        self.submission = submission
        self._name = submission.filename
        self._files = {submission.filename: submission.source, **dict(submission.files)}

    def describe(self, spec: CheckSpec, report: Report) -> tuple[Outcome, str, tuple[str, ...]]:
        """Return the outcome, a sentence, and details."""
        outcome, sentence = self._describe(spec, report)
        return outcome, plain(sentence), self._details(report)

    def _describe(self, spec: CheckSpec, report: Report) -> tuple[Outcome, str]:
        error, limits, loading = report.error, self._exercise.limits, report.facts.get("loading")
        message = str(error.get("message"))
        match report.status:
            case "raised":
                return self._raised(spec, report)
            case "missing":
                return Outcome.MISSING_FUNCTION, self._missing(error)
            case "syntax":
                return Outcome.SYNTAX_ERROR, self._syntax(error)
            case "timed_out":
                return Outcome.TIMED_OUT, self._timed_out(spec, report)
            case "refused":
                frames = self._frames(report)
                where = self._place(*frames[-1][:2]) if frames else self._name
                return Outcome.RAISED, f"{where} calls {message}, which this exercise asks you to write yourself"
            case "arguments":
                wanted = next((form for name in spec.uses if (form := self._signature(name)) and name in message), "")
                return Outcome.WRONG_ARGUMENTS, message + (f"; the exercise asks for {wanted}" if wanted else "")
            case "not_run":
                functions = error.get("functions")
                names = " and ".join(f"{name}()" for name in functions) if isinstance(functions, list) else "it"
                return Outcome.NOT_RUN, f"not run: it calls {names}, which exceeded the time limit before"
            case "import":
                return Outcome.IMPORT_ERROR, f"{self._name} could not be imported: {self._absent(message)}"
            case "exited":
                when = " while it was being imported" if loading else ""
                return Outcome.EXITED, f"the code ended the program{when}: remove exit(), sys.exit() or os._exit()"
            case "memory":
                return Outcome.OUT_OF_MEMORY, f"needed more than the memory limit of {limits.memory_mb} MB"
            case "output":
                return Outcome.OUTPUT_TOO_LARGE, f"printed more than {limits.output_mb:g} MB: remove the prints"
            case "too_large":
                called = " or ".join(f"{name}()" for name in spec.uses) or "the code"
                text = f"what {called} returned is too large or too deeply nested to be the answer"
                return Outcome.OUTPUT_TOO_LARGE, text
            case "crashed":
                number: Any = error.get("signal")
                try:
                    name = signal.Signals(number).name
                except ValueError:
                    name = f"signal {number}"
                return Outcome.CRASHED, f"the process crashed ({name})"
            case _:
                return Outcome.CRASHED, f"{self._name} sent the grader something that is not a result"

    def _raised(self, spec: CheckSpec, report: Report) -> tuple[Outcome, str]:
        error = report.error
        kind, message = str(error.get("type", "an exception")), str(error.get("message", ""))
        text = f"{kind}: {message.rstrip()}" if message else kind
        frames = self._frames(report)
        if error.get("hint"):
            hint = str(error["hint"])
            if all(file == self._name for file, _, _ in frames):  # lines are given as the student knows them
                hint = re.sub(r"\bline (\d{1,9})\b", lambda found: self.submission.where(int(found[1])), hint)
            return Outcome.RAISED, hint
        if report.facts.get("loading"):
            return Outcome.RAISED, f"{self._name} raised {text} while it was being imported"
        if kind == "NotImplementedError" and not message and error.get("own"):
            function, body = frames[-1][2] if frames else "", error.get("body")
            if body and body == function_digests(self._exercise.stub_source).get(function):
                return Outcome.NOT_ATTEMPTED, f"{function} is still as the stub has it: nothing written yet"
            return Outcome.NOT_IMPLEMENTED, f"{function or 'the code'} still raises NotImplementedError"
        if kind == "RecursionError":  # Python's own message depends on how deep the call was
            return Outcome.RAISED, "the code calls itself without end (RecursionError)"
        if not frames and error.get("in_check"):
            called = " and ".join(f"{name}()" for name in spec.uses) or "the code"
            if "object is not callable" in message:
                return Outcome.RAISED, f"{called.replace('()', '')} is not a function, or does not return one: {text}"
            return Outcome.RAISED, f"what {called} returned cannot be used: {text}"
        if "PermissionError" in (kinds if isinstance(kinds := error.get("kinds"), list) else ()):
            return Outcome.RAISED, f"raised {text}. {_CLOSED}"
        if kind == "BdbQuit":
            slug = self._exercise.slug
            return Outcome.RAISED, f"breakpoint() has no terminal in a check: {_DEBUG.format(slug)}"
        if kind == "EOFError" and "reading a line" in message:
            return Outcome.RAISED, "input() gets no answer in a check: use the function's arguments"
        if kind == "ModuleNotFoundError":
            return Outcome.RAISED, f"raised {kind}: {self._absent(message)}"
        if kind == "RuntimeError" and _TWO_PRECISIONS.search(message):
            return Outcome.RAISED, f"raised {text}. {_DOUBLE}"
        return Outcome.RAISED, f"raised {text}{_cure(error)}"

    def _absent(self, message: str) -> str:
        """Return the message of a failed import, with the place of the import as the student knows it."""
        imported = re.compile(rf"\(imported in {re.escape(self._name)}, line (\d{{1,9}})\)")
        message = imported.sub(lambda found: f"(imported in {self._place(self._name, int(found[1]))})", message)
        return message + (_ALLOWED if message.startswith("No module named") else "")

    def _missing(self, error: dict[str, Any]) -> str:
        name, found = str(error.get("name")), error.get("defines")
        defined = [str(item) for item in found] if isinstance(found, list) else []
        if not self._files[self._name].strip():
            has = "the file is empty"
        elif meant := closest(name, defined):
            has = f"did you mean '{meant}'? Rename it"
        else:
            has = f"it defines: {', '.join(defined)}" if defined else "it defines none"
        return f"{self._name} has no {'class' if name[:1].isupper() else 'function'} '{name}'; {has}"

    def _signature(self, name: str) -> str:
        """Return a stub's function as the statement calls it, without types; "" if there is no such function."""
        for node in ast.parse(self._exercise.stub_source).body:
            if isinstance(node, ast.FunctionDef) and node.name == name:
                for argument in ast.walk(node.args):
                    if isinstance(argument, ast.arg):
                        argument.annotation = None
                return f"{name}({ast.unparse(node.args)})"
        return ""

    def _syntax(self, error: dict[str, Any]) -> str:
        file, line, message = str(error.get("file")), error.get("line"), str(error.get("message"))
        if "codec can't decode" in message or "null byte" in message:
            return f"{self._name} is not UTF-8 text: save it as a plain Python file"
        if not isinstance(line, int) or not line:
            return f"{file}: {message}"
        if "\t" in self._line(file, line) and "dent" in message:
            message += "; tabs and spaces are mixed here: use only spaces"
        return f"{self._place(file, line)}: {message}"

    def _timed_out(self, spec: CheckSpec, report: Report) -> str:
        frames, waited = self._frames(report), report.facts.get("by_the_clock")
        where = f"; it was at {self._place(*frames[-1][:2])}" if frames else ""
        if report.facts.get("loading"):
            return f"{self._name} was still being imported when its time was over{where}"
        if isinstance(waited, int | float):
            return f"still waiting after {waited:g} s by the clock{where}"
        return f"not done after {spec.seconds or self._exercise.limits.seconds:g} s{where}"

    def _frames(self, report: Report) -> list[tuple[str, int, str]]:
        frames = report.error.get("frames")
        if not isinstance(frames, list):
            return []
        whole = (f for f in frames if isinstance(f, list) and len(f) == 3 and type(f[1]) is int)
        return [(str(f[0]), f[1], str(f[2])) for f in whole]

    def _details(self, report: Report) -> tuple[str, ...]:
        """Return the student's own lines of the traceback, or the line of a syntax error with a caret."""
        details: list[str] = []
        if report.status == "syntax":
            line, column = report.error.get("line"), report.error.get("column")
            if isinstance(line, int) and isinstance(column, int):
                text = self._line(str(report.error.get("file")), line).expandtabs(4)
                at = max(0, column - 1 - (len(text) - len(text.lstrip())))
                details = [f"    {plain(text.strip())}", f"    {' ' * min(at, MAX_MESSAGE)}^"] if text.strip() else []
        for file, number, function in self._frames(report)[-SHOWN_FRAMES:]:
            where = "" if function == "<module>" else f", in {function}"
            details.append(plain(f"{self._place(file, number)}{where}"))
            text = self._line(file, number).expandtabs(4)
            if text:
                details.append(f"    {plain(text.strip())}")
        return tuple(details)

    def _place(self, file: str, line: int) -> str:
        """Return where a line is, as the student knows it: in a notebook, the cell and the line in it."""
        return f"{file}, {self.submission.where(line) if file == self._name else f'line {line}'}"

    def _line(self, file: str, number: int) -> str:
        lines = self._files.get(file, b"").decode("utf-8", "replace").splitlines()
        return lines[number - 1] if 0 < number <= len(lines) else ""
