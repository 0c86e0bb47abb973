"""Lines as they are typed, for commands that do other things meanwhile.

On Windows a thread waits for them: nothing tells there whether a console or a pipe has one.
"""

from __future__ import annotations

import os
import select
import sys
import threading
from queue import Empty, SimpleQueue

_BYTES = 1 << 12


class TypedLines:
    """The lines that arrive on a descriptor."""

    def __init__(self, descriptor: int) -> None:
        self.ended = False  # the input: no line will follow
        self._descriptor = descriptor
        self._rest = b""  # of a line that has not arrived whole

    def read(self) -> list[str]:
        """The lines typed since the last call, without waiting."""
        data = self._arrived()
        if data is None or self.ended:
            return []
        self.ended = not data
        *lines, self._rest = (self._rest + data).split(b"\n")
        return [line.decode("utf-8", "replace").strip() for line in lines]

    def _arrived(self) -> bytes | None:
        """What can be read without waiting: None for nothing, b"" at the end of the input."""
        try:
            ready, _, _ = select.select([self._descriptor], [], [], 0)
            return os.read(self._descriptor, _BYTES) if ready else None
        except OSError:  # closed, or its terminal is gone
            return b""


class _ThreadedLines(TypedLines):
    def __init__(self, descriptor: int) -> None:
        super().__init__(descriptor)
        self._read: SimpleQueue[bytes] = SimpleQueue()
        threading.Thread(target=self._wait, daemon=True).start()

    def _wait(self) -> None:
        data = b"?"
        while data:
            try:
                data = os.read(self._descriptor, _BYTES)
            except OSError:
                data = b""
            self._read.put(data)

    def _arrived(self) -> bytes | None:
        try:
            return self._read.get_nowait()
        except Empty:
            return None


def open_lines(descriptor: int) -> TypedLines:
    """The lines of a terminal or a pipe."""
    return _ThreadedLines(descriptor) if sys.platform == "win32" else TypedLines(descriptor)
