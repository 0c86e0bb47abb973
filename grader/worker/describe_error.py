"""What can be reported of an exception without trusting it. Runs in the child."""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import TracebackType
from typing import TYPE_CHECKING, Any

from grader.worker import calls

if TYPE_CHECKING:
    from grader.worker.child import Subject

CHECKS_FILE = "<checks>"  # no name that a submission could have
UNSHOWN = "an exception that cannot be shown"
MAX_FRAMES = 30
MAX_SHAPES = 4
MAX_MESSAGE = 2000
_CALL = re.compile(  # the call itself fails: no line of the function ran
    r"\(\) (missing \d+ required|takes |got an unexpected keyword|got multiple values|got some positional)"
)
_NO_MEMORY = re.compile(r"can't allocate memory|not enough memory|Unable to allocate|bad_alloc", re.IGNORECASE)

_DEVICES = re.compile(r"device|CUDA|HIP|NVIDIA")  # an error that may be about devices
_SYNTAX = (SyntaxError, IndentationError, TabError)
_NULL = "null byte"  # for a binary file Python reports no name and no line


def in_check(error: BaseException, subject: Subject) -> dict[str, Any]:
    """Return the outcome for an exception that came out of a check."""
    try:
        return _missing(error, subject) or _describe(error, subject)
    except BaseException:  # its class lies about its name or its traceback
        return {"status": "raised", "error": {"type": UNSHOWN}}


def while_loading(error: BaseException, subject: Subject) -> dict[str, Any]:
    """Return the outcome for an exception while the submission was read or imported."""
    kind = type(error)
    if kind in _SYNTAX and isinstance(error, SyntaxError) and (error.filename is not None or _NULL in _text(error)):
        line, column = (at if type(at) is int else 0 for at in (error.lineno, error.offset))
        file = subject.own(str(error.filename)) or str(error.filename).rpartition("/")[2][:100]
        message = str(error.msg)[:MAX_MESSAGE]
        details = {"type": kind.__name__, "message": message, "file": file, "line": line, "column": column}
        return {"status": "syntax", "error": details}
    found = in_check(error, subject)
    if found["status"] == "raised" and issubclass(kind, ImportError):
        found["status"] = "import"
    return {**found, "loading": True}


def _describe(error: BaseException, subject: Subject) -> dict[str, Any]:
    kind, frames = type(error), list[list[Any]]()
    for trace in _traces(error):
        code = trace.tb_frame.f_code
        name = subject.own(code.co_filename)
        if name is not None:
            frames.append([name, trace.tb_lineno or 0, code.co_qualname[:100]])
    found: dict[str, Any] = {
        "type": str(kind.__name__)[:100],
        "kinds": [str(base.__name__)[:100] for base in kind.__mro__][:10],
        "message": _text(error),
        "frames": frames if len(frames) <= MAX_FRAMES else frames[:10] + frames[-10:],
        "in_check": _is_in_check(error),
    }
    if issubclass(kind, MemoryError) or (issubclass(kind, RuntimeError) and _NO_MEMORY.search(found["message"])):
        return {"status": "memory", "error": found}
    if issubclass(kind, SystemExit):
        return {"status": "exited", "error": found}
    if issubclass(kind, TypeError) and found["in_check"] and _CALL.search(found["message"]):
        return {"status": "arguments", "error": found}
    if kind.__module__ == "grader.worker.library_shims" and kind.__name__ == "RefusedError":
        return {"status": "refused", "error": found}
    last = [*_traces(error)][-1:]
    found["own"] = bool(last and subject.own(last[0].tb_frame.f_code.co_filename))
    if issubclass(kind, ValueError | RuntimeError | IndexError) and found["frames"]:
        found["shapes"] = _shapes(error, subject)
    if issubclass(kind, NotImplementedError) and found["frames"]:
        from grader.worker.source import function_digests  # a body equal to the stub's was never touched

        file, _, function = found["frames"][-1]
        found["body"] = function_digests(subject.source(file)).get(function, "")
    if issubclass(kind, RuntimeError | TypeError | AssertionError) and _DEVICES.search(found["message"]):
        from grader.worker.device_hints import device_hint

        if hint := device_hint(found["message"], found["frames"], subject.source):
            found["hint"] = hint
    return {"status": "raised", "error": found}


def _shapes(error: BaseException, subject: Subject) -> dict[str, list[int]]:
    """Return the shapes of the arrays that the submission's line names."""
    own = [trace for trace in _traces(error) if subject.own(trace.tb_frame.f_code.co_filename) is not None]
    frame, number = own[-1].tb_frame, own[-1].tb_lineno or 0
    lines = subject.source(str(subject.own(frame.f_code.co_filename))).split("\n")
    found: dict[str, list[int]] = {}
    for name in re.findall(r"[A-Za-z_]\w*", lines[number - 1] if 0 < number <= len(lines) else ""):
        shape = getattr(frame.f_locals.get(name), "shape", None)
        if isinstance(shape, tuple) and len(found) < MAX_SHAPES and all(isinstance(side, int) for side in shape):
            found[name] = [int(side) for side in shape]
    return found


def _missing(error: BaseException, subject: Subject) -> dict[str, Any] | None:
    """Return an outcome if a check asked the submission for a name that it does not define."""
    module = subject.module
    if type(error) is not AttributeError or error.obj is not module or type(error.name) is not str:
        return None
    if not _is_in_check(error):
        return None
    own = [
        name
        for name, value in vars(module).items()
        if callable(value) and getattr(value, "__module__", None) == module.__name__ and not name.startswith("_")
    ]
    return {"status": "missing", "error": {"name": error.name[:100], "defines": [name[:60] for name in own[:20]]}}


def _text(error: BaseException) -> str:
    try:
        text = str(error)
    except BaseException:  # its own __str__ fails: there is nothing to show
        return ""
    return str.__str__(text)[:MAX_MESSAGE].encode("utf-8", "replace").decode()


def _traces(error: BaseException) -> Iterator[TracebackType]:
    trace = error.__traceback__
    while trace is not None:
        yield trace
        trace = trace.tb_next


def _is_in_check(error: BaseException) -> bool:
    """Return whether it was raised by a line of the check itself, or by its call of a function that did not begin."""
    files = [file for trace in _traces(error) if (file := trace.tb_frame.f_code.co_filename) != calls.FILE]
    return files[-1:] == [CHECKS_FILE]
