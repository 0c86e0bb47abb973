"""Reads Gradescope's submission_metadata.yml.

It also holds the results of every autograder run, which may be hundreds of times what counts here: only the lines that
count are parsed. Tags of Ruby objects mean nothing here, and nothing is made of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import IO, Any

from grader.submission.layouts.times import parse_time

METADATA = "submission_metadata.yml"
MAX_BYTES = 1 << 30
_WANTED = (b":submitters:", b":created_at:")
_COUNTED = b":history:"


@dataclass(frozen=True)
class Submitter:
    name: str
    sid: str
    email: str


@dataclass(frozen=True)
class Record:
    """One submission of the export. `earlier`: how many attempts came before it."""

    submitters: tuple[Submitter, ...]
    created: datetime | None
    earlier: int


def read_metadata(stream: IO[bytes]) -> dict[str, Record]:
    """Folder → what Gradescope knows of it. ValueError if it is no such file."""
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        events = yaml.parse(b"".join(_lines_that_count(stream)), Loader=loader)
        return {key: _record(value) for key, value in _items(yaml, events) if isinstance(value, dict)}
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError) as problem:
        raise ValueError("it is no YAML as Gradescope writes it") from problem


def _lines_that_count(stream: IO[bytes]) -> Iterator[bytes]:
    """Top-level keys with their submitters and time; of the history, one line for each attempt."""
    part, size = b"", 0
    for line in iter(lambda: stream.readline(1 << 20), b""):
        size += len(line)
        if size > MAX_BYTES:
            raise ValueError(f"it has more than {MAX_BYTES >> 30} GB")
        indent = len(line) - len(line.lstrip(b" "))
        if indent == 0:
            part = b""
            yield line if line.strip() else b""
        elif indent == 2 and line[2:3] == b":":
            part = next((key for key in (*_WANTED, _COUNTED) if line[2:].startswith(key)), b"")
            yield line if part else b""
        elif part == _COUNTED:
            yield b"  - again\n" if indent == 2 and line[2:4] == b"- " else b""
        else:
            yield line if part else b""


@dataclass
class _Open:
    """A mapping or list that is being read."""

    made: Any
    anchor: str | None
    key: str | None = field(default=None)


def _items(yaml: Any, events: Iterable[Any]) -> Iterator[tuple[str, Any]]:
    """The top mapping's items, built of strings, lists and dicts. An alias costs nothing, however often it is used."""
    stack: list[_Open] = []
    anchors: dict[str, Any] = {}
    for event in events:
        if isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
            stack.append(_Open({} if isinstance(event, yaml.MappingStartEvent) else [], event.anchor))
            continue
        if isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
            closed = stack.pop()
            node, anchor = closed.made, closed.anchor
        elif isinstance(event, yaml.ScalarEvent):
            node, anchor = event.value, event.anchor
        elif isinstance(event, yaml.AliasEvent):
            node, anchor = anchors.get(event.anchor), None
        else:
            continue
        if anchor:
            anchors[anchor] = node
        yield from _place(node, stack)


def _place(node: Any, stack: list[_Open]) -> Iterator[tuple[str, Any]]:
    """Into the list or mapping around it; an item of the outermost mapping is done."""
    around = stack[-1] if stack else None
    if around is None:
        return
    if isinstance(around.made, list):
        around.made.append(node)
    elif around.key is None:
        around.key = node.strip(":") if isinstance(node, str) else ""
    else:
        if len(stack) == 1:
            yield around.key, node
        else:
            around.made[around.key] = node
        around.key = None


def _record(value: dict[str, Any]) -> Record:
    submitters = value.get("submitters")
    history = value.get("history")
    people = [one for one in submitters if isinstance(one, dict)] if isinstance(submitters, list) else []
    return Record(
        tuple(Submitter(_text(one, "name"), _text(one, "sid"), _text(one, "email")) for one in people),
        _time(value.get("created_at")),
        len(history) if isinstance(history, list) else 0,
    )


def _text(one: dict[str, Any], key: str) -> str:
    value = one.get(key)
    return value.strip() if isinstance(value, str) and value not in ("null", "~") else ""


def _time(value: Any) -> datetime | None:
    """A time, or the object that Rails wraps one in."""
    inner = value.get("utc") if isinstance(value, dict) else value
    return parse_time(inner) if isinstance(inner, str) else None
