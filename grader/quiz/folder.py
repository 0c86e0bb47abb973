"""Where attempts are kept: one file each. A file is replaced whole, so that a crash leaves the one before or after."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from grader.errors import UsageError, reason_of
from grader.files import lock, write
from grader.quiz.attempt import Attempt, AttemptError, decode, encode

NAME = "attempts"
_FILE = re.compile(r"(?P<quiz>[a-z][a-z0-9_]*)\.attempt(?P<number>[1-9]\d{0,5})\.json", re.ASCII)


class Folder:
    """A student's attempts. It is made when the first one is saved."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def path_of(self, quiz: str, number: int) -> Path:
        return self.path / f"{quiz}.attempt{number}.json"

    def attempts(self, quiz: str) -> list[Attempt]:
        """Of one quiz, the first one first. UsageError if a file cannot be understood: numbers would be given twice."""
        return [self._read(path, quiz, number) for name, number, path in self._files() if name == quiz]

    def finished(self) -> dict[str, bytes]:
        """The files to hand in, by name; those that cannot be understood as well: somebody may."""
        found = {}
        for _, _, path in self._files():
            data = _bytes(path)
            with suppress(AttemptError):
                if not decode(data).is_finished:
                    continue
            found[path.name] = data
        return found

    def save(self, attempt: Attempt) -> None:
        path = self.path_of(attempt.quiz, attempt.attempt)
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            write(path, encode(attempt), durable=True, alone=True)
        except OSError as problem:
            raise UsageError(f"'{path}' cannot be written: {reason_of(problem)}; your answers are not saved") from None

    @contextmanager
    def hold(self, quiz: str) -> Iterator[None]:
        """Until the block ends, no other terminal can take this quiz here."""
        path = self.path / f".{quiz}.lock"
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        except OSError as problem:
            raise UsageError(f"'{path}' cannot be written: {reason_of(problem)}; go to a folder of yours") from None
        try:
            if lock(descriptor, wait=False) is False:
                raise UsageError(f"you are taking '{quiz}' in another terminal; go on there, or close it")
            yield
        finally:
            os.close(descriptor)  # and with it the lock

    def _files(self) -> list[tuple[str, int, Path]]:
        try:
            found = [(_FILE.fullmatch(path.name), path) for path in self.path.iterdir()]
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as problem:
            raise UsageError(f"'{self.path}' cannot be read: {reason_of(problem)}; check its permissions") from None
        return sorted((name["quiz"], int(name["number"]), path) for name, path in found if name)

    def _read(self, path: Path, quiz: str, number: int) -> Attempt:
        try:
            attempt = decode(_bytes(path))
        except AttemptError as problem:
            raise UsageError(f"'{path}' cannot be used: {problem}; move it away to go on without it") from None
        if (attempt.quiz, attempt.attempt) != (quiz, number):
            mine = self.path_of(attempt.quiz, attempt.attempt).name
            raise UsageError(f"'{path}' is another attempt's file; its name was '{mine}'")
        return attempt


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as problem:
        raise UsageError(f"'{path}' cannot be read: {reason_of(problem)}; check its permissions") from None
