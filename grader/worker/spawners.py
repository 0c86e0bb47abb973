"""How the grader gets a child and sees it: a link for frames, what the code prints, the stack of a child that ran out
of time, and a notice of its end. Children are forked by a warm server (`forked`), or are new interpreters (`fresh`).
"""

from __future__ import annotations

import os
import subprocess
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

from grader.values import Limits

PACKAGES = ("numpy", "torch", "scipy", "einops", "matplotlib", "pandas")  # that submissions may import by default
ENVIRONMENT = {
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1",  # huge pages, see `server`
    "PATH": os.defpath,
    "LANG": "C.UTF-8",
    "PYTHONHASHSEED": "0",  # otherwise sets of strings would be ordered differently in every run
}
HELP = {  # what isolation is made of → how to get it
    "root": "run the grader as root",
    "user namespaces": "allow them (sysctl user.max_user_namespaces, kernel.unprivileged_userns_clone), or run as root",
    "landlock": "use a Linux kernel from 6.2 on with Landlock switched on (lsm=landlock,…)",
    "seccomp": "install libseccomp (Debian: libseccomp2)",
    "mounts": "allow mounting inside a namespace (in a container: less strict seccomp and AppArmor profiles)",
}
_ROOT = str(Path(__file__).parents[2])

Action = Callable[[], None]
Stream = Literal["link", "printed", "faults"]


class Channel(ABC):
    """One of the streams between the grader and a child. Nothing here ever waits for the child."""

    @abstractmethod
    def read(self, most: int = 1 << 16) -> bytes | None:
        """Return what has arrived, b"" at the end, None if there is nothing yet."""

    def send(self, data: bytes) -> None:
        """Send all of this, as the child takes it. What a child that has ended does not take is lost."""
        raise NotImplementedError

    @abstractmethod
    def close(self) -> None: ...


class Child(ABC):
    """A running child, seen from the grader."""

    number: int
    link: Channel  # frames, both ways
    printed: Channel
    faults: Channel  # its stack
    knows_its_time = True  # it measures the time of a check itself, and what it writes to `faults` says that it is over
    lag = 0.0  # seconds that what it prints may come later than a frame that it sent afterwards

    @abstractmethod
    def kill(self) -> None: ...

    @abstractmethod
    def ask_where(self) -> None:
        """Have it write its stack to `faults`."""

    @abstractmethod
    def cpu_seconds(self) -> float | None:
        """Return the CPU time that it has used so far. None: the answer comes with the spawner's `messages`."""

    def close(self) -> None:
        for channel in (self.link, self.printed, self.faults):
            channel.close()


class Spawner(ABC):
    """Makes children: by default without isolation, which protects against accidents only (L0)."""

    def isolation(self) -> tuple[str, dict[str, str]]:
        """Return the level that children get, and each primitive that is not available → why."""
        return "L0", dict.fromkeys(HELP, "children are not forked here")

    def why_less(self, asked: str) -> str:
        """Return why children do not get the requested level, and how to get it."""
        return f"children that are not forked have isolation L0, not {asked}; use Linux for more"

    def allow(self, packages: tuple[str, ...]) -> None:  # noqa: B027 - without isolation, children can read all of them
        """Set the installed packages that children may read, before the first child is made."""

    @abstractmethod
    def load(self, module: str) -> None:
        """Import `module` before a child reads its submission."""

    @abstractmethod
    def spawn(self, limits: Limits) -> Child:
        """Return a new child."""

    @abstractmethod
    def wait(self, seconds: float) -> list[tuple[int, Stream]]:
        """Wait until something happens, at most this long. Return the number of each child that can be read from, with
        the channel."""

    @abstractmethod
    def messages(self) -> list[dict[str, Any]]:
        """Return what there is to report since the last call, each with the `number` of a child: `cpu`, the seconds it
        has used so far, if it was asked; at its end `code`: its exit code or, negative, the signal that ended it."""

    @abstractmethod
    def close(self) -> None:
        """End all children."""


def start_python(call: str, env: dict[str, str], **how: Any) -> subprocess.Popen[bytes]:
    """Start a Python that calls a function of one of these modules. `how`: more for `Popen`."""
    code = f"import sys; sys.path.insert(0, {_ROOT!r}); from grader.worker import {call.partition('.')[0]}; {call}"
    program = sys.executable
    if sys.platform == "win32":  # where a virtual environment has a program that starts Python, and only waits
        program, env = getattr(sys, "_base_executable", program), env | {"__PYVENV_LAUNCHER__": sys.executable}
    return subprocess.Popen([program, "-P", "-s", "-c", code], env=env, **how)  # -I would ignore the hash seed, too
