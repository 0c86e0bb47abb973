"""What can be told of an exception without trusting it. Runs in the child."""

from __future__ import annotations

import re
from collections.abc import Callable
from types import ModuleType, TracebackType
from typing import Any, Protocol

CHECKS_FILE = "<checks>"  # no name that a submission could have
UNSHOWN = "an exception that cannot be shown"
MAX_FRAMES = 30
MAX_MESSAGE = 2000
_CALL = re.compile(
    r"\(\) (missing \d+ required|takes |got an unexpected keyword|got multiple values|got some positional)"
)
_NO_MEMORY = re.compile(r"can't allocate memory|not enough memory|Unable to allocate|bad_alloc", re.IGNORECASE)

_DEVICES = re.compile(r"device|CUDA|HIP|NVIDIA")  # an error that may be about devices
_SYNTAX = (SyntaxError, IndentationError, TabError)
_NULL = "null byte"  # of a binary file Python tells no name and no line


class Source(Protocol):
    """What is known of the submission's files."""

    module: ModuleType

    def own(self, filename: str) -> str | None:
        """A file's short name if it is the submission's, else None."""

    def source(self, name: str) -> str:
        """The text of a file, by its short name."""


def in_check(error: BaseException, subject: Source) -> dict[str, Any]:
    """An outcome for an exception that came out of a check."""
    try:
        return _missing(error, subject.module) or _describe(error, subject)
    except BaseException:  # its class lies about its name or its traceback
        return {"status": "raised", "error": {"type": UNSHOWN}}


def while_loading(error: BaseException, subject: Source) -> dict[str, Any]:
    """The same for an exception while the submission was read or imported."""
    if type(error) in _SYNTAX and (error.filename is not None or _NULL in _text(error)):  # type: ignore[attr-defined]
        return {"status": "syntax", "error": _syntax(error, subject.own)}  # type: ignore[arg-type]
    found = in_check(error, subject)
    if found["status"] == "raised" and issubclass(type(error), ImportError):
        found["status"] = "import"
    return {**found, "loading": True}


def _describe(error: BaseException, subject: Source) -> dict[str, Any]:
    kind = type(error)
    found: dict[str, Any] = {
        "type": str(kind.__name__)[:100],
        "kinds": [str(base.__name__)[:100] for base in kind.__mro__][:10],
        "message": _text(error),
        "frames": _frames(error.__traceback__, subject.own),
        "in_check": _last(error.__traceback__) == CHECKS_FILE,
    }
    if issubclass(kind, MemoryError) or (issubclass(kind, RuntimeError) and _NO_MEMORY.search(found["message"])):
        return {"status": "memory", "error": found}
    if issubclass(kind, SystemExit):
        return {"status": "exited", "error": found}
    if issubclass(kind, TypeError) and found["in_check"] and _CALL.search(_text(error)):  # no line of the function ran
        return {"status": "arguments", "error": found}
    if kind.__module__ == "grader.worker.forbidden" and kind.__name__ == "RefusedError":
        return {"status": "refused", "error": found}
    if issubclass(kind, NotImplementedError) and found["frames"]:
        from grader.worker.source import function_digests  # a body equal to the stub's was never touched

        file, _, function = found["frames"][-1]
        found["body"] = function_digests(subject.source(file)).get(function, "")
    if issubclass(kind, RuntimeError | TypeError | AssertionError) and _DEVICES.search(found["message"]):
        from grader.worker.device_hints import device_hint

        if hint := device_hint(found["message"], found["frames"], subject.source):
            found["hint"] = hint
    return {"status": "raised", "error": found}


def _missing(error: BaseException, module: ModuleType) -> dict[str, Any] | None:
    """An outcome if a check asked the submission for a name that it does not define."""
    if type(error) is not AttributeError or error.obj is not module or type(error.name) is not str:
        return None
    if _last(error.__traceback__) != CHECKS_FILE:
        return None
    own = [
        name
        for name, value in vars(module).items()
        if callable(value) and getattr(value, "__module__", None) == module.__name__ and not name.startswith("_")
    ]
    return {"status": "missing", "error": {"name": error.name[:100], "defines": [name[:60] for name in own[:20]]}}


def _syntax(error: SyntaxError, own: Callable[[str], str | None]) -> dict[str, Any]:
    def number(value: Any) -> int:
        return value if type(value) is int else 0

    file = own(str(error.filename)) or str(error.filename).rpartition("/")[2][:100]
    return {
        "type": type(error).__name__,
        "message": str(error.msg)[:MAX_MESSAGE],
        "file": file,
        "line": number(error.lineno),
        "column": number(error.offset),
    }


def _text(error: BaseException) -> str:
    try:
        text = str(error)
    except BaseException:  # its own __str__ fails: there is nothing to show
        return ""
    return str.__str__(text)[:MAX_MESSAGE].encode("utf-8", "replace").decode()


def _frames(trace: TracebackType | None, own: Callable[[str], str | None]) -> list[list[Any]]:
    frames: list[list[Any]] = []
    while trace is not None:
        code = trace.tb_frame.f_code
        name = own(code.co_filename)
        if name is not None:
            frames.append([name, trace.tb_lineno or 0, code.co_qualname[:100]])
        trace = trace.tb_next
    return frames if len(frames) <= MAX_FRAMES else frames[:10] + frames[-10:]


def _last(trace: TracebackType | None) -> str:
    name = ""
    while trace is not None:
        name, trace = trace.tb_frame.f_code.co_filename, trace.tb_next
    return name
