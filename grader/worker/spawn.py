"""How the grader gets a child and sees it: a socket for frames, a pipe with what the code prints, a pipe with the stack
of a child that ran out of time, and word of its end. `spawners` has the two ways to make one."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from grader.values import Limits

_READ = 1 << 16  # the most bytes that are read at once
PACKAGES = ("numpy", "torch", "scipy", "einops", "matplotlib", "pandas")  # that submissions may import by default
_ROOT = str(Path(__file__).parents[2])
ENVIRONMENT = {
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1",  # huge pages, see `server`
    "PATH": os.defpath,
    "LANG": "C.UTF-8",
    "PYTHONHASHSEED": "0",  # or sets of words would come in another order in every run
}


@dataclass
class Child:
    """A running child, seen from the grader."""

    number: int
    link: socket.socket
    printed: int
    faults: int
    kill: Callable[[], None]
    ask_where: Callable[[], None]  # the answer, its stack, comes on `faults`
    ask_cpu: Callable[[], None]  # the answer comes with the spawner's `readings`

    def close(self) -> None:
        self.link.close()
        os.close(self.printed)
        os.close(self.faults)

    def read_link(self) -> bytes | None:
        """What has arrived, b"" at its end, None if there is nothing yet. So do the other two."""
        try:
            return self.link.recv(1 << 18)
        except BlockingIOError:
            return None
        except ConnectionResetError:
            return b""

    def read_printed(self) -> bytes | None:
        return _read(self.printed)

    def read_faults(self) -> bytes | None:
        return _read(self.faults)


def _read(pipe: int) -> bytes | None:
    try:
        return os.read(pipe, _READ)
    except BlockingIOError:
        return None


@dataclass(frozen=True)
class Ends:
    """The six ends of a child's channels."""

    link: socket.socket
    printed: int
    faults: int
    theirs: tuple[socket.socket, int, int]

    @classmethod
    def open(cls) -> Ends:
        ours, theirs = socket.socketpair()
        printed, printed_in = os.pipe()
        faults, faults_in = os.pipe()
        ours.setblocking(False)
        os.set_blocking(printed, False)
        os.set_blocking(faults, False)
        return cls(ours, printed, faults, (theirs, printed_in, faults_in))

    def descriptors(self) -> list[int]:
        link, printed, faults = self.theirs
        return [link.fileno(), printed, faults]

    def close_theirs(self) -> None:
        link, printed, faults = self.theirs
        link.close()
        os.close(printed)
        os.close(faults)


class Spawner(Protocol):
    """Makes children. `ended` tells which have gone, with their wait status."""

    @property
    def level(self) -> str:
        """The isolation that children get."""

    @property
    def missing(self) -> dict[str, str]:
        """Primitive of isolation → why it cannot be had."""

    def why_less(self, asked: str) -> str:
        """Why children do not get the level asked for, and how to get it."""

    def allow(self, packages: tuple[str, ...]) -> None:
        """Set the installed packages that children may read, before the first child is made."""

    def load(self, module: str) -> None:
        """Have `module` imported before a child reads its submission."""

    def spawn(self, limits: Limits) -> Child: ...

    def ended(self) -> list[tuple[int, int]]: ...

    def readings(self) -> list[tuple[int, float]]:
        """CPU seconds used so far, of children that were asked."""

    def fileno(self) -> int | None:
        """A descriptor that becomes readable when a child ends, or None: then `ended` must be asked."""

    def close(self) -> None: ...


def start(call: str, descriptors: list[int], **environment: str) -> subprocess.Popen[bytes]:
    """A Python that runs a call of one of these modules, with these descriptors and nothing else of ours."""
    code = f"import sys; sys.path.insert(0, {_ROOT!r}); from grader.worker import {call.partition('.')[0]}; {call}"
    return subprocess.Popen(
        [sys.executable, "-P", "-s", "-c", code],  # -I would ignore the hash seed, too
        env=ENVIRONMENT | environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        pass_fds=descriptors,
        cwd="/",
    )
