"""The command line: one file a verb. The only part that prints."""

from __future__ import annotations

import gc
import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.worker import Worker


def main() -> None:
    """Entry point of the `grader` command."""
    gc.disable()  # short-lived, and half of its time goes into imports
    _stand_in_for_closed_streams()
    ahead = _start_ahead(sys.argv[1:])
    from grader.cli.run import run

    code = run(sys.argv[1:], ahead)
    with suppress(OSError):  # a closed pipe has been dealt with
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(code)  # nothing is left to do, and tearing down numpy takes time


def _start_ahead(arguments: list[str]) -> Worker | None:
    """For `check`: start the process that imports numpy before anything else, so that it works while we read."""
    if arguments[:1] != ["check"] or any(word.startswith(("--help", "-h", "--isolation")) for word in arguments):
        return None
    from grader.worker import start_worker

    return start_worker()


def _stand_in_for_closed_streams() -> None:
    """Where one is closed, the next file opened would get its number, here or in a process that we start."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is not None:
            continue
        nothing = os.open(os.devnull, os.O_RDWR)
        if nothing == number:  # else something has taken its place already
            os.set_inheritable(number, True)
        setattr(sys, name, open(nothing, "r" if name == "stdin" else "w"))  # noqa: PTH123, SIM115 - stays open
