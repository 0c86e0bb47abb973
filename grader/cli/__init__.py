"""The command line: one file a verb. The only part that prints."""

from __future__ import annotations

import os
import sys
from contextlib import suppress


def main() -> None:
    """Entry point of the `grader` command."""
    from grader.cli.run import run

    code = run(sys.argv[1:])
    with suppress(OSError):  # a closed pipe has been dealt with
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(code)  # nothing is left to do, and tearing down numpy takes time
