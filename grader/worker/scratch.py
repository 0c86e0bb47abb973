"""Scratch folders of children. Written with `os` alone: `tempfile` and `shutil` would slow every start."""

from __future__ import annotations

import os
from contextlib import suppress

_PLACE = "/tmp"


def make_scratch() -> str:
    """A folder of its own for a child."""
    while True:
        path = f"{_PLACE}/grader-{os.urandom(8).hex()}"
        with suppress(FileExistsError):
            os.mkdir(path, 0o700)  # noqa: PTH102 - as above
            return path


def remove_scratch(path: str) -> None:
    """Most are empty; only what a submission wrote needs more than `rmdir`."""
    try:
        os.rmdir(path)  # noqa: PTH106 - pathlib is not loaded here
    except OSError:
        _remove_tree(path)


def _remove_tree(path: str) -> None:
    """By programs that know no recursion limit: a submission can nest folders without end, and close them."""
    import subprocess

    for command in (["chmod", "-R", "u+rwx", path], ["rm", "-rf", path]):
        with suppress(OSError):
            subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
