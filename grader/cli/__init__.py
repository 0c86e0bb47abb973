"""The command line: one module for a command or a family of commands. Nothing else prints."""

from __future__ import annotations

import gc
import os
import sys
from contextlib import suppress
from io import TextIOWrapper


def main() -> None:
    """Entry point of the `grader` command."""
    gc.disable()  # most commands are short, and half of their time goes into imports
    _replace_closed_streams()
    if sys.platform == "win32":  # its consoles can show everything; what is piped there would be in an old encoding
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(encoding="utf-8", errors="replace")
    arguments, ahead = sys.argv[1:], None
    if arguments[:1] == ["check"] and not any(word.startswith(("--help", "-h", "--isolation")) for word in arguments):
        from grader.worker import start_worker

        ahead = start_worker()  # first of all: its server imports numpy while we read the course
    from grader.cli.run import run

    code = run(arguments, ahead)
    with suppress(OSError):  # a closed pipe has been dealt with
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(code)  # nothing is left to do, and tearing down numpy takes time


def _replace_closed_streams() -> None:
    """Open the null device for a closed standard stream. Otherwise the next file that is opened, here or in a child
    process, would get its descriptor."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is not None:
            continue
        nothing = os.open(os.devnull, os.O_RDWR)
        if nothing == number:  # else another file has it already
            os.set_inheritable(number, True)
        setattr(sys, name, open(nothing, "r" if name == "stdin" else "w"))  # noqa: PTH123, SIM115 - stays open
