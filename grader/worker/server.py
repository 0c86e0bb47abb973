"""The warm server: imports numpy (and torch on request) once, then forks a child for each submission.

Started by exec with an empty environment before the grader reads anything secret, so a child finds nothing in its
memory. It prepares the sandbox once (namespaces, a file system of its own, the filter of system calls), obeys one
control socket, and ends with all its children when that closes.
"""

from __future__ import annotations

import faulthandler
import gc
import json
import os
import select
import signal
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, NoReturn

assert sys.platform == "linux"

from grader.values import Limits
from grader.worker.child import import_for_children, live, rehearse
from grader.worker.devices import READY
from grader.worker.limits import limit, simplify
from grader.worker.protocol import make_scratch, remove_scratch
from grader.worker.sandbox import kernel
from grader.worker.sandbox.confine import SHARED_PROCESSES, confine
from grader.worker.sandbox.levels import Level, SandboxSetup, prepare
from grader.worker.sandbox.world import SCRATCH

_HUGE = 2 << 20
_REHEARSALS = 16  # after so many runs Python specialises code


class CheckClock:
    """Limits the CPU time of a check.

    When the time is over the kernel sends SIGPROF, and faulthandler writes the Python stack to a pipe from inside the
    signal handler: that works even if the code is in a C loop or catches every exception. The grader reads the pipe,
    takes the line from it and kills the child.
    """

    def __init__(self, faults: int) -> None:
        self.late = False  # the time of the last check was over before the check was
        faulthandler.enable(file=faults, all_threads=False)  # a crash leaves its line too
        faulthandler.register(signal.SIGPROF, file=faults, all_threads=True, chain=False)

    @contextmanager
    def limit(self, seconds: float) -> Iterator[None]:
        signal.setitimer(signal.ITIMER_PROF, seconds)
        try:
            yield
        finally:
            left, _ = signal.setitimer(signal.ITIMER_PROF, 0)
            self.late = left == 0


class Server:
    """Makes, watches and ends children, as the control socket demands."""

    def __init__(self, control: socket.socket, setup: SandboxSetup) -> None:
        self._control = control
        self._setup = setup
        self._children: dict[int, tuple[int, str]] = {}  # pid → (number, scratch folder)

    def serve(self) -> None:
        """Obey until the grader closes the control socket."""
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
                    continue
                data, descriptors, _, _ = socket.recv_fds(self._control, 1 << 16, 3)
                if not data:
                    return
                self._obey(json.loads(data), descriptors)

    def _obey(self, message: dict[str, Any], descriptors: list[int]) -> None:
        action, number = message["do"], message.get("number")
        if action == "import":
            _import(message["module"], self._setup)
        elif action == "spawn":
            self._spawn(message, descriptors)
        else:
            for pid in [pid for pid, (one, _) in self._children.items() if one == number]:
                if action == "cpu":
                    self._control.send(json.dumps({"number": number, "cpu": _cpu_seconds(pid)}).encode())
                else:
                    _send_signal(pid, signal.SIGKILL if action == "kill" else signal.SIGPROF)

    def _spawn(self, message: dict[str, Any], descriptors: list[int]) -> None:
        limits = Limits(**message["limits"])
        inside = self._setup.level >= Level.L2  # then it is the first of a pid namespace: what it starts ends with it
        scratch = "" if inside else make_scratch()
        self._setup.used = self._setup.mapped()
        if inside:
            kernel.unshare(kernel.NEWPID)
        pid = os.fork()
        if pid and inside:
            kernel.setns(self._setup.own_pids, kernel.NEWPID)
        if pid == 0:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            become_child(self._setup, message["number"], limits, scratch, message["ahead"], *descriptors)
        for descriptor in descriptors:
            os.close(descriptor)
        self._children[pid] = (message["number"], scratch)

    def _reap(self) -> None:
        while self._children:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if pid == 0:
                return
            number, scratch = self._children.pop(pid, (0, ""))
            if scratch:
                _kill_group(pid)  # what it started and left behind
                remove_scratch(scratch)
            code = os.waitstatus_to_exitcode(status)
            self._control.send(json.dumps({"number": number, "code": code}).encode())

    def end(self) -> None:
        for pid, (_, scratch) in self._children.items():
            _send_signal(pid, signal.SIGKILL)
            if scratch:
                remove_scratch(scratch)


def _cpu_seconds(pid: int) -> float:
    """Return what a process has used so far in all its threads, as the kernel counts it; 0.0 if it is gone."""
    try:
        return time.clock_gettime(~pid << 3 | 2)
    except OSError:
        return 0.0


def _kill_group(pid: int) -> None:
    with suppress(ProcessLookupError, PermissionError):  # not yet in a session of its own
        os.killpg(pid, signal.SIGKILL)


def _send_signal(pid: int, what: signal.Signals) -> None:
    """Signal a child, and on a kill whatever it started in its session."""
    if what is signal.SIGKILL:
        _kill_group(pid)
    with suppress(ProcessLookupError, PermissionError):
        os.kill(pid, what)


def become_child(
    setup: SandboxSetup, number: int, limits: Limits, scratch: str, ahead: bool, link: int, printed: int, faults: int
) -> NoReturn:
    """Turn this process into a child: its own session, its output to the grader, nothing else open.

    `ahead`: no request waits for it yet, so it can rehearse.
    """
    try:
        os.setsid()
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(printed, 1)
        os.dup2(printed, 2)
        low = 3
        for descriptor in sorted({link, faults, *([setup.rules.descriptor] if setup.rules else [])}):
            os.closerange(low, descriptor)
            low = descriptor + 1
        os.closerange(low, 1 << 20)
        if scratch:
            os.chdir(scratch)
        confine(setup, number, limits)
        if ahead:
            rehearse()
        most = partial(limit, used=setup.used, shared=SHARED_PROCESSES.get(setup.level))
        live(os.fdopen(link, "rb"), os.fdopen(os.dup(link), "wb"), CheckClock(faults), scratch or SCRATCH, most)
    finally:
        os._exit(70)


def _import(module: str, setup: SandboxSetup) -> None:
    if setup.level is Level.L1 and _is_closed(module, setup):
        return
    gc.disable()
    _use_huge_pages(True)
    import_for_children(module)
    for start, end in setup.stretches():  # Python's own memory is still in small pages, and a fork copies each entry
        first, last = -(-start // _HUGE) * _HUGE, end // _HUGE * _HUGE
        if first < last:
            kernel.collapse(first, last - first)
    _keep_for_good()


def _is_closed(module: str, setup: SandboxSetup) -> bool:
    """At L1 this process sees every package, and must not pass on what its children may not read."""
    from importlib.util import find_spec

    found = None if module.startswith(READY) else find_spec(module)
    if found is None or not found.has_location:
        return False
    place = os.path.realpath(str(found.origin))
    return not any(f"{place}/".startswith(f"{os.path.realpath(path)}/") for path in setup.readable)


def _keep_for_good() -> None:
    """Exclude what is loaded now from garbage collection, which would copy every page of it in each child."""
    gc.freeze()
    gc.enable()
    _use_huge_pages(False)


def _use_huge_pages(on: bool) -> None:
    """For what is loaded once, they make a fork cheap. Not for a submission's own memory: the kernel may have to move
    memory to make room for one, in the time of the submission."""
    with suppress(OSError):
        kernel.prctl(kernel.PR_SET_THP_DISABLE, int(not on))


def _copy_without_rights() -> None:
    """Let `shutil.copy` work in children, which may not set permissions and times after copying."""
    import shutil

    def tolerant(copy: Any) -> Any:
        def copied(*arguments: Any, **named: Any) -> None:
            with suppress(PermissionError):
                copy(*arguments, **named)

        return copied

    shutil.copymode = tolerant(shutil.copymode)
    shutil.copystat = tolerant(shutil.copystat)


def _miss_closed_packages() -> None:
    """Where a package cannot be hidden, let its import fail as if it were not installed."""
    from importlib.machinery import SourceFileLoader

    read = SourceFileLoader.get_data

    def get_data(loader: Any, path: str) -> bytes:
        try:
            return read(loader, path)
        except PermissionError:
            if path != loader.path:  # compiled code, which Python can do without
                raise
            raise ModuleNotFoundError(f"No module named {loader.name!r}", name=loader.name) from None

    SourceFileLoader.get_data = get_data  # type: ignore[method-assign, assignment]


def main(descriptor: int, most: int, warm: bool) -> NoReturn:
    """Run the server on a control socket. `warm`: there will be many children, so prepare thoroughly."""
    control = socket.socket(fileno=descriptor)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the grader's to answer
    gc.disable()
    import grader.worker.rng  # noqa: F401 - and numpy: what the server is for, as children inherit it
    from grader.worker.library_shims import fill_empty_arrays

    fill_empty_arrays()
    simplify()
    for _ in range(_REHEARSALS if warm else 0):
        rehearse()
    message = json.loads(control.recv(1 << 16) or b"{}")  # the packages that the course allows
    if message.get("do") != "prepare":
        os._exit(0)
    setup = prepare(Level(most), message["packages"])
    if setup.level >= Level.L1:
        _copy_without_rights()
        _miss_closed_packages()
    _keep_for_good()
    control.send(json.dumps({"level": setup.level.name, "missing": setup.missing}).encode())
    server = Server(control, setup)
    try:
        server.serve()
    finally:
        server.end()
    os._exit(0)
