"""The warm server: imports numpy (and torch when told) once, then forks a child for each submission.

Started by exec with an empty environment before the grader reads anything secret, so a child finds nothing in its
memory. It obeys one control socket and ends, with all its children, when that closes.
"""

from __future__ import annotations

import array
import json
import os
import select
import signal
import socket
import sys
from contextlib import suppress
from importlib import import_module
from typing import Any, NoReturn

from grader.worker.jobs import Limits
from grader.worker.scratch import make_scratch, remove_scratch


class Server:
    def __init__(self, control: socket.socket) -> None:
        self._control = control
        self._children: dict[int, tuple[int, str]] = {}  # pid → (number, scratch folder)

    def serve(self) -> None:
        wake, bell = os.pipe()
        os.set_blocking(wake, False)
        os.set_blocking(bell, False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(bell, warn_on_full_buffer=False)
        poll = select.poll()
        poll.register(self._control, select.POLLIN)
        poll.register(wake, select.POLLIN)
        while True:
            for descriptor, _ in poll.poll():
                if descriptor == wake:
                    os.read(wake, 512)
                    self._reap()
                elif not self._obey():
                    return

    def _obey(self) -> bool:
        data, extra, _, _ = self._control.recvmsg(1 << 16, socket.CMSG_LEN(3 * 4))
        if not data:
            return False
        message = json.loads(data)
        if message["do"] == "import":
            import_module(message["module"])
            if message["module"] == "torch":
                sys.modules["torch"].set_num_threads(1)
        elif message["do"] == "spawn":
            self._spawn(message, _descriptors(extra))
        else:
            self._signal(message["number"], signal.SIGKILL if message["do"] == "kill" else signal.SIGPROF)
        return True

    def _spawn(self, message: dict[str, Any], descriptors: list[int]) -> None:
        scratch = make_scratch()
        pid = os.fork()
        if pid == 0:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            self._control.close()
            become_child(Limits(**message["limits"]), message["cpu_seconds"], scratch, *descriptors)
        for descriptor in descriptors:
            os.close(descriptor)
        self._children[pid] = (message["number"], scratch)

    def _signal(self, number: int, what: signal.Signals) -> None:
        for pid, (owner, _) in self._children.items():
            if owner == number:
                _send_signal(pid, what)

    def _reap(self) -> None:
        while self._children:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if pid == 0:
                return
            number, scratch = self._children.pop(pid, (0, ""))
            _send_signal(pid, signal.SIGKILL, group_only=True)
            remove_scratch(scratch)
            self._control.send(json.dumps({"number": number, "status": status}).encode())

    def end(self) -> None:
        for pid in self._children:
            _send_signal(pid, signal.SIGKILL)
        for _, scratch in self._children.values():
            remove_scratch(scratch)


def _send_signal(pid: int, what: signal.Signals, group_only: bool = False) -> None:
    """To the child, and on a kill to whatever it started in its session."""
    if what is signal.SIGKILL:
        with suppress(ProcessLookupError, PermissionError):  # not yet in a session of its own
            os.killpg(pid, what)
    if not group_only:
        with suppress(ProcessLookupError, PermissionError):
            os.kill(pid, what)


def _descriptors(extra: list[tuple[int, int, bytes]]) -> list[int]:
    found = array.array("i")
    for _, _, data in extra:
        found.frombytes(data[: len(data) - len(data) % found.itemsize])
    return list(found)


def become_child(limits: Limits, cpu_seconds: int, scratch: str, link: int, printed: int, faults: int) -> NoReturn:
    """Turn this process into a child: its own session, its output to the grader, nothing else open."""
    from grader.worker.child import live
    from grader.worker.sandbox import confine

    try:
        os.setsid()
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.dup2(printed, 1)
        os.dup2(printed, 2)
        keep = sorted({link, faults})
        low = 3
        for descriptor in keep:
            os.closerange(low, descriptor)
            low = descriptor + 1
        os.closerange(low, 1024)
        confine(limits, cpu_seconds)
        live(os.fdopen(link, "rb"), os.fdopen(os.dup(link), "wb"), faults, scratch)
    finally:
        os._exit(70)


def main(descriptor: int) -> NoReturn:
    control = socket.socket(fileno=descriptor)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the grader's to answer
    import numpy.random  # noqa: F401 - what the server is for; children inherit it

    import grader.worker.child
    import grader.worker.rng
    import grader.worker.sandbox  # noqa: F401 - as above

    server = Server(control)
    try:
        server.serve()
    finally:
        server.end()
    sys.stdout.flush()
    os._exit(0)
