"""Outcomes kept as files: their format, and the cache they lie in under the digest of all that they depend on."""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from grader.errors import WireError
from grader.files import write
from grader.worker import Report
from grader.worker.wire import Inbox, dump, load_object, pack

VERSION = 2
_MAX_FILE = 256 << 20
_MOST_FILES = 2000  # in the cache; beyond that the oldest go


@dataclass
class Outcomes:
    """Reports by implementation and check, and what to tell a student who made a mistake.

    Of a mistake only the checks that it fails are kept: they are what diagnosis looks at.
    """

    reports: dict[str, dict[str, Report]] = field(default_factory=dict)
    advice: dict[str, tuple[str, str]] = field(default_factory=dict)  # mistake → diagnosis, next step


def key_of(parts: list[str]) -> str:
    """The name under which something that depends on exactly these texts is kept."""
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def write_outcomes(outcomes: Outcomes) -> bytes:
    """Outcomes as one frame: an index, then all their bytes."""
    index, parts = [], []
    for name, reports in outcomes.reports.items():
        index.append([name, [[check, len(report.head), len(report.body)] for check, report in reports.items()]])
        parts += [part for report in reports.values() for part in (report.head, report.body)]
    head, body = json.dumps({"index": index, "advice": outcomes.advice}).encode(), b"".join(parts)
    return pack(dump({"version": VERSION, "digest": _digest(head, body)}), head, body)


def _digest(head: bytes, body: bytes) -> str:
    """One changed bit would make a right answer wrong, or a wrong one right."""
    return hashlib.sha256(head + body).hexdigest()


def read_outcomes(data: bytes) -> Outcomes:
    """The reverse. WireError if the bytes are damaged."""
    frames = list(Inbox(max_head=_MAX_FILE, max_body=_MAX_FILE).feed(data))
    expected = {"version": VERSION, "digest": _digest(frames[0].head, frames[0].body)} if frames else {}
    if len(frames) != 1 or frames[0].info() != expected:
        raise WireError("kept outcomes that cannot be read")
    head, body, at = load_object(frames[0].head), frames[0].body, 0
    outcomes = Outcomes()
    try:
        outcomes.advice = {name: (diagnosis, advice) for name, (diagnosis, advice) in head["advice"].items()}
        for name, entries in head["index"]:
            reports = outcomes.reports[name] = {}
            for check, first, second in entries:
                reports[check] = Report(check, body[at : at + first], body[at + first : at + first + second])
                at += first + second
    except (KeyError, ValueError, TypeError, AttributeError) as problem:
        raise WireError("kept outcomes that cannot be read") from problem
    if at != len(body):
        raise WireError("kept outcomes that cannot be read")
    return outcomes


def _cache_folder() -> Path | None:
    base = os.environ.get("XDG_CACHE_HOME")
    if base:
        return Path(base) / "attention-grader"
    with suppress(RuntimeError):
        return Path.home() / ".cache" / "attention-grader"
    return None


def from_cache(key: str) -> Outcomes | None:
    folder = _cache_folder()
    if folder is not None:
        with suppress(OSError, WireError):
            return read_outcomes((folder / f"{key}.bin").read_bytes())
    return None


def to_cache(key: str, outcomes: Outcomes) -> None:
    """A cache that cannot be written is none."""
    folder = _cache_folder()
    if folder is None:
        return
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        write(folder / f"{key}.bin", write_outcomes(outcomes))
        _thin(folder)


def _thin(folder: Path) -> None:
    """Every change of a solution or a submission leaves files that nothing asks for again."""
    files = list(folder.glob("*.bin"))
    if len(files) > _MOST_FILES:
        by_age = sorted(files, key=lambda file: file.stat().st_mtime)
        for file in by_age[: len(files) - _MOST_FILES // 2]:
            file.unlink()
