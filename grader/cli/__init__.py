"""The command line. `main` starts the process that runs submissions first: it imports numpy while we read the course."""

from __future__ import annotations

import sys


def main() -> None:
    """Entry point of the `grader` command."""
    from grader.cli.run import run

    sys.exit(run(sys.argv[1:]))
