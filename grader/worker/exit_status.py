"""How a child ended, as the head of a report: from its exit status, and from the stack that it left."""

from __future__ import annotations

import os
import re
import signal

from grader.worker.protocol import Implementation

_FRAME = re.compile(rb'File "([^"]*)", line (\d+) in (\S+)')
_MOST_FRAMES = 20

Frames = list[list[object]]


def ending(status: int, doomed: str | None, frames: Frames) -> dict[str, object]:
    """`doomed`: why the grader killed it, if it did."""
    error: dict[str, object] = {"frames": frames}
    if doomed in ("timed_out", "output", "broken"):
        return {"status": doomed, "error": error}
    if not os.WIFSIGNALED(status):
        return {"status": "exited", "error": {**error, "code": os.WEXITSTATUS(status)}}
    number = os.WTERMSIG(status)
    if number == signal.SIGXCPU:
        return {"status": "timed_out", "error": error}
    return {"status": "crashed", "error": {**error, "signal": number}}


def was_killed(status: int) -> bool:
    """If not by us, then by a machine without memory, which ends whom it likes, or by itself."""
    return os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL


def stack(written: bytes, what: Implementation) -> Frames:
    """Frames of the submission in what faulthandler wrote, outermost first."""
    own = {_ascii(layer.filename): layer.filename for layer in what.layers}
    siblings = {_ascii(name): name for name, _ in what.files}
    frames: Frames = []
    for file, line, function in _FRAME.findall(written):
        name = own.get(file) or siblings.get(file.rpartition(b"/")[2])
        if name is not None:
            frames.append([name, int(line[:9]), function.decode("utf-8", "replace")])
    return frames[:_MOST_FRAMES][::-1]


def _ascii(name: str) -> bytes:
    """A file's name as faulthandler writes it."""
    return name.encode("ascii", "backslashreplace")
