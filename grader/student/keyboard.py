"""Keys, as they are pressed.

On Windows keys come from the console, and lines from a thread; that code was tried under Wine, not on a real console.
"""

from __future__ import annotations

import os
import re
import select
import sys
import threading
from contextlib import suppress
from enum import StrEnum
from queue import Empty, SimpleQueue
from typing import Self

if sys.platform == "win32":
    import msvcrt
else:
    import termios
    import tty


class Key(StrEnum):
    """The keys that have no letter. Letters stand for themselves, in lower case."""

    ENTER = "enter"
    ESCAPE = "escape"
    UP = "up"
    DOWN = "down"
    PAGE_UP = "page up"
    PAGE_DOWN = "page down"
    HOME = "home"
    END = "end"
    NO_MORE = "no more"  # the input has ended


class KeySource:
    """Where keys come from. Keys are read as they are pressed only inside its `with`."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._rest = b""  # of a key or line that has not arrived whole

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def read(self) -> list[str]:
        """The keys pressed since the last call, without waiting."""
        raise NotImplementedError


_SEQUENCES = {
    b"\r": Key.ENTER, b"\n": Key.ENTER, b"\x1b": Key.ESCAPE, b"\x7f": Key.ESCAPE, b"\x08": Key.ESCAPE,
    b" ": Key.PAGE_DOWN, b"\x04": Key.NO_MORE,
    b"\x1b[A": Key.UP, b"\x1b[B": Key.DOWN, b"\x1bOA": Key.UP, b"\x1bOB": Key.DOWN,
    b"\x1b[5~": Key.PAGE_UP, b"\x1b[6~": Key.PAGE_DOWN,
    b"\x1b[H": Key.HOME, b"\x1b[1~": Key.HOME, b"\x1bOH": Key.HOME,
    b"\x1b[F": Key.END, b"\x1b[4~": Key.END, b"\x1bOF": Key.END,
}  # fmt: skip
_ONE = re.compile(rb"\x1b\[[0-?]*[ -/]*[@-~]|\x1bO[ -~]|[^\x1b]|\x1b(?![\[O])", re.DOTALL)
_CONSOLE = {
    "H": Key.UP, "P": Key.DOWN, "I": Key.PAGE_UP, "Q": Key.PAGE_DOWN, "G": Key.HOME, "O": Key.END,
}  # fmt: skip


def decode(data: bytes) -> tuple[list[str], bytes]:
    """The keys in the bytes that a terminal sent, and the rest: the start of a key that has not arrived whole."""
    keys, at = [], 0
    while found := _ONE.match(data, at):
        if found.end() == len(data) and found[0] == b"\x1b":
            break  # the Escape key, or the start of a sequence
        key = _SEQUENCES.get(found[0]) or (found[0].decode("ascii", "ignore").lower() if len(found[0]) == 1 else "")
        keys += [key] if key.isprintable() and key else []
        at = found.end()
    return keys, data[at:]


class _Lines(KeySource):
    def read(self) -> list[str]:
        data = self._arrived()
        if data is None:
            return []
        *lines, self._rest = (self._rest + data).split(b"\n")
        keys: list[str] = [line.strip()[:1].decode("ascii", "ignore").lower() or Key.ENTER for line in lines]
        return keys if data else [*keys, Key.NO_MORE]

    def _arrived(self) -> bytes | None:
        return _arrived(self._descriptor)


if sys.platform == "win32":

    class _Keys(KeySource):
        def read(self) -> list[str]:
            keys: list[str] = []
            while msvcrt.kbhit():
                char = msvcrt.getwch()
                if char in "\0\xe0":
                    keys += [_CONSOLE.get(msvcrt.getwch(), "")]
                else:
                    keys += decode(char.encode("utf-8", "ignore") + b"\0")[0]
            return [key for key in keys if key]

    class _ThreadedLines(_Lines):
        """Lines that a thread waits for: nothing tells whether a console or a pipe has one."""

        def __init__(self, descriptor: int) -> None:
            super().__init__(descriptor)
            self._read: SimpleQueue[bytes] = SimpleQueue()
            threading.Thread(target=self._wait, daemon=True).start()

        def _wait(self) -> None:
            data = b"?"
            while data:
                try:
                    data = os.read(self._descriptor, 1 << 12)
                except OSError:
                    data = b""
                self._read.put(data)

        def _arrived(self) -> bytes | None:
            try:
                return self._read.get_nowait()
            except Empty:
                return None

else:

    class _Keys(KeySource):
        def __enter__(self) -> Self:
            self._before = termios.tcgetattr(self._descriptor)
            tty.setcbreak(self._descriptor)
            return self

        def __exit__(self, *_: object) -> None:
            with suppress(termios.error):  # the terminal may be gone
                termios.tcsetattr(self._descriptor, termios.TCSAFLUSH, self._before)

        def read(self) -> list[str]:
            data = _arrived(self._descriptor)
            if data is None:  # nothing follows: an escape at the end was the key
                alone, self._rest = self._rest, b""
                return [Key.ESCAPE] if alone else []
            keys, self._rest = decode(self._rest + data)
            return keys if data else [*keys, Key.NO_MORE]


def _arrived(descriptor: int) -> bytes | None:
    """What can be read without waiting: None for nothing, b"" at the end of the input."""
    try:
        ready, _, _ = select.select([descriptor], [], [], 0)
        return os.read(descriptor, 1 << 12) if ready else None
    except OSError:  # closed, or its terminal is gone
        return b""


def open_keys(descriptor: int, raw: bool) -> KeySource:
    """The keys of a terminal. `raw`: one by one, without Enter; otherwise line by line, one letter each."""
    if raw:
        return _Keys(descriptor)
    if sys.platform == "win32":
        return _ThreadedLines(descriptor)
    return _Lines(descriptor)
