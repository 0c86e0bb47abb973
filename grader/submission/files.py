"""The files that one student handed in, and which of them answers an exercise."""

from __future__ import annotations

import hashlib
import json
import posixpath
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from grader.submission.names import Meant, exercise_of, shown

MANIFEST = "manifest.json"
_MARK = re.compile(rb'exercise[\\"\s]{0,8}:[\\"\s]{0,8}([\w/-]{1,120})', re.IGNORECASE)
_DEFINES = re.compile(rb"^(?:def|class)[ \t]+(\w+)", re.MULTILINE)
_DEFINES_IN_JSON = re.compile(rb'(?:"|\\n)(?:def|class)[ \t]+(\w+)')

Entry = tuple[str, bytes]


class Answer(NamedTuple):
    """What to grade for an exercise. Companions are named as seen from the main file's folder."""

    name: str
    source: bytes
    companions: tuple[Entry, ...]
    note: str = ""  # a sentence, if others could have been meant


@dataclass(frozen=True)
class Files:
    """Everything in one submission: safe relative names, in order, and sentences about what was left out."""

    entries: tuple[Entry, ...] = ()
    problems: tuple[str, ...] = ()

    @cached_property
    def digest(self) -> str:
        """Equal for equal names and contents, wherever they came from and in whatever order."""
        whole = hashlib.sha256()
        for name, content in sorted(self.entries):
            whole.update(hashlib.sha256(name.encode()).digest() + hashlib.sha256(content).digest())
        return whole.hexdigest()

    def for_exercise(self, slug: str, slugs: Collection[str], stub: bytes = b"") -> Answer | None:
        """The file that answers `slug`, None if there is none.

        A file named after the exercise, else a notebook with cells marked for it, else an unmarked notebook. Of
        several, the newest by its name (`masking-2.py`), else the one in the fewest folders, else the first, and the
        others are told. With the exercise's `stub`, an untouched one gives way, and of unmarked notebooks only those
        that define something of it are looked at.
        """
        ranks = sorted(self._ranked(slug, slugs, stub), key=lambda found: (found[0], found[1][0]))
        if not ranks:
            return None
        best, (name, source) = ranks[0]
        rivals = [entry[0] for rank, entry in ranks[1:] if rank[:-1] == best[:-1] and entry[1] != source]
        return Answer(name, source, tuple(self._below(name)), _told(name, rivals))

    def candidates(self, slugs: frozenset[str]) -> frozenset[str]:
        """The exercises that a file here could answer; a notebook could answer any."""
        return slugs if self._notebooks else frozenset(meant.slug for meant in self._meant_by(slugs) if meant)

    def strays(self, slugs: Collection[str]) -> tuple[str, ...]:
        """Programs that are named after no exercise: helpers, or answers under a wrong name."""
        meant = zip(self.entries, self._meant_by(frozenset(slugs)), strict=True)
        return tuple(name for (name, _), what in meant if what is None and name.lower().endswith(".py"))

    def _ranked(self, slug: str, slugs: Collection[str], stub: bytes) -> Iterator[tuple[tuple[int, ...], Entry]]:
        """Candidates, the lowest rank first; the last number of a rank decides, but not silently."""
        known = frozenset(slugs)
        for (name, content), meant in zip(self.entries, self._meant_by(known), strict=True):
            depth, is_notebook = name.count("/"), name.lower().endswith(".ipynb")
            if meant and meant.slug == slug:
                untouched = bool(stub) and content.split() == stub.split()
                yield (3 if untouched else 0, -meant.version, depth, int(is_notebook)), (name, content)
            elif is_notebook and slug in self._marks[name]:
                yield (1, 0, depth, 0), (name, content)
            elif is_notebook and not meant and not self._marks[name] & known and self._might_hold(name, stub):
                yield (2, 0, depth, 0), (name, content)

    def _meant_by(self, slugs: frozenset[str]) -> list[Meant | None]:
        """Of each entry, the exercise that its name means: asked for every exercise, so it is worked out once."""
        if slugs not in self._meant:
            self._meant[slugs] = [exercise_of(posixpath.basename(name), slugs) for name, _ in self.entries]
        return self._meant[slugs]

    @cached_property
    def _meant(self) -> dict[frozenset[str], list[Meant | None]]:
        return {}

    @cached_property
    def _notebooks(self) -> list[Entry]:
        return [entry for entry in self.entries if entry[0].lower().endswith(".ipynb")]

    @cached_property
    def _marks(self) -> dict[str, frozenset[str]]:
        """The exercises that notebooks name in cells or metadata: a notebook may be large, so it is searched once."""
        return {name: frozenset(map(_slug, _MARK.findall(content))) for name, content in self._notebooks}

    @cached_property
    def _defined(self) -> dict[str, frozenset[bytes]]:
        return {name: frozenset(_DEFINES_IN_JSON.findall(content)) for name, content in self._notebooks}

    def _might_hold(self, notebook: str, stub: bytes) -> bool:
        wanted = set(_DEFINES.findall(stub))
        return not wanted or bool(wanted & self._defined[notebook])

    def _below(self, main: str) -> Iterator[Entry]:
        folder = f"{posixpath.dirname(main)}/".lstrip("/")
        for name, content in self.entries:
            if name.startswith(folder) and name != main:
                yield name.removeprefix(folder), content


def _slug(mark: bytes) -> str:
    """Of `masking`, `06_masking`, `2_attention/06-masking`."""
    last = mark.decode("ascii", "replace").rpartition("/")[2].lower().replace("-", "_")
    return re.sub(r"^\d+_", "", last)


def _told(name: str, rivals: list[str]) -> str:
    if not rivals:
        return ""
    others = ", ".join(map(shown, rivals[:3])) + (" and others" if len(rivals) > 3 else "")
    return f"{shown(name)} was graded, though {others} could be meant as well; keep one"


def is_manifest(name: str, content: bytes) -> bool:
    """What `grader submit` adds to a parcel: times and local results, no work."""
    if posixpath.basename(name) != MANIFEST or len(content) > 1 << 20:
        return False
    try:
        told = json.loads(content)
    except (ValueError, RecursionError):
        return False
    return isinstance(told, dict) and {"schema", "created", "files", "exercises"} <= told.keys()
