"""Other processes of a batch: a Python each, with a link to it."""

from __future__ import annotations

import socket
import subprocess
import sys
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path

_ROOT = str(Path(__file__).parents[2])
_PATIENCE = 5.0


class Process:
    """Runs `serve(descriptor)` of a module. It ends when it finds its link closed."""

    def __init__(self, module: str, first: object, keep: tuple[int, ...] = ()) -> None:
        """`first`: what it is sent before anything else. `keep`: descriptors that stay open in it."""
        ours, theirs = socket.socketpair()
        self.link: Connection = Connection(ours.detach())
        code = f"import sys; sys.path.insert(0, {_ROOT!r}); from {module} import serve; serve({theirs.fileno()})"
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", code],  # -P: a student's numpy.py in this folder is not ours to import
            pass_fds=[theirs.fileno(), *keep],
            stdin=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C is the batch's to answer
        )
        theirs.close()
        with suppress(OSError):  # if it has ended already, this is noticed when its answer is asked for
            self.link.send(first)

    @property
    def pid(self) -> int:
        return self._process.pid

    def close(self) -> None:
        self.link.close()
        try:
            self._process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
