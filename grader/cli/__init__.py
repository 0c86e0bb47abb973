"""The command line: one file a verb. The only part that prints."""

from __future__ import annotations

import sys


def main() -> None:
    """Entry point of the `grader` command."""
    from grader.cli.run import run

    sys.exit(run(sys.argv[1:]))
