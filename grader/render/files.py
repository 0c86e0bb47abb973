"""What became of the files of a hand-in, as people read it: a line for each file, not for each exercise."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from grader.results import FileRecord, FileStatus
from grader.text import counted

_ABOUT = re.compile(r"(answers|could answer|is not graded for|is the untouched stub of) ([\w/-]+)(.*)", re.DOTALL)
_REASONS = 2  # in a line


@dataclass(frozen=True)
class FileLine:
    """`words`: the rest of a sentence about the file."""

    name: str
    status: FileStatus
    exercises: tuple[str, ...]
    words: str

    @property
    def sentence(self) -> str:
        return f"{self.name} {self.words}" if self.name else self.words


def file_lines(records: Iterable[FileRecord]) -> Iterator[FileLine]:
    """A line for each file in each of its states; that it is left out for some exercise is not worth one if it is used
    for others."""
    found: dict[tuple[str, FileStatus], list[FileRecord]] = {}
    for record in records:
        found.setdefault((record.name, record.status), []).append(record)
    for (name, status), same in found.items():
        if status is not FileStatus.LEFT_OUT or (name, FileStatus.USED) not in found:
            exercises = tuple(dict.fromkeys(one.exercise for one in same if one.exercise))
            yield FileLine(name, status, exercises, _joined(same))


def by_reason(lines: Iterable[FileLine], most: int = 3) -> Iterator[str]:
    """A sentence for all files with the same reason. It names the first ones."""
    found: dict[str, list[str]] = {}
    for line in lines:
        found.setdefault(line.words, []).append(line.name)
    for words, names in found.items():
        more = f" and {len(names) - most} more" if len(names) > most else ""
        yield f"{names[0]} {words}" if len(names) == 1 else f"{', '.join(names[:most])}{more}: each {words}"


def of_systems(lines: Iterable[FileLine]) -> str:
    """How many files there are that no student wrote, in words; "" if there are none."""
    count = sum(line.status is FileStatus.SYSTEM for line in lines)
    return f"{counted(count, 'file')} of the course, an operating system or a tool" if count else ""


def _joined(records: list[FileRecord]) -> str:
    """The reasons of all records; those that differ only in the exercise are one."""
    reasons: dict[tuple[str, str], list[str]] = {}
    for record in records:
        found = _ABOUT.fullmatch(record.reason)
        if found and found[2] == record.exercise:
            reasons.setdefault((found[1], found[3]), []).append(record.exercise)
        else:
            reasons.setdefault((record.reason, ""), [])
    texts = [f"{verb} {_listed(names, verb)}{rest}" if names else verb for (verb, rest), names in reasons.items()]
    return "; ".join([*texts[:_REASONS], *(["…"] if len(texts) > _REASONS else [])])


def _listed(names: list[str], verb: str) -> str:
    last = " or " if verb == "could answer" else " and "
    return last.join(filter(None, (", ".join(names[:-1]), names[-1])))
