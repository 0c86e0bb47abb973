"""A pile of small files of one kind, wherever they lie in what a course system gave: folders, zips, zips in zips."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

from grader.errors import UsageError, reason_of
from grader.submission.archive import add_archive
from grader.submission.collect import Collector, Limits, Opener
from grader.submission.names import is_archive, shown
from grader.submission.places import Kind, Place, join, open_place

MOST_BYTES = 1 << 20

Tell = Callable[[str], object]


def find_files(path: Path, suffix: str, tell: Tell) -> Iterator[tuple[str, bytes]]:
    """Each file with this suffix, by its name as seen from `path`. What cannot be read is told in a sentence.

    UsageError if there is nothing to look through. One hand-in at a time is in memory.
    """
    if path.is_file() and path.name.lower().endswith(suffix):
        yield path.name, _content(path)
        return
    with closing(open_place(path)) as place:
        for child in place.children():
            collector = Collector(Limits(file=MOST_BYTES))
            for name, opener in _below(place, child.name, child.kind, collector):
                _look(collector, name, opener, suffix)
            yield from (entry for entry in collector.entries() if entry[0].lower().endswith(suffix))
            for sentence in collector.told():
                tell(sentence)


def _below(place: Place, name: str, kind: Kind, collector: Collector) -> Iterator[tuple[str, Opener]]:
    if kind is Kind.FILE:
        vetted = collector.vet(name)
        if vetted:
            yield vetted, partial(place.open, name)
    elif kind is Kind.FOLDER:
        for inner, opener in place.walk(name, collector):
            yield join(name, inner), opener


def _look(collector: Collector, name: str, opener: Opener, suffix: str) -> None:
    """Of other files, only archives are opened."""
    if is_archive(name):
        add_archive(collector, name, opener, f"{name}/", 1)
    elif name.lower().endswith(suffix):
        collector.put(name, opener)


def _content(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as problem:
        why = reason_of(problem, "unreadable")
        raise UsageError(f"{shown(str(path))} cannot be read: {why}; check its permissions") from None
    if len(data) > MOST_BYTES:
        raise UsageError(f"{shown(str(path))} has more than {MOST_BYTES >> 20} MB; is it the right file?")
    return data
