"""A submission to one exercise: read from a file, a notebook or bytes, with the files beside it that it names."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from grader.errors import SubmissionError, reason_of

if TYPE_CHECKING:
    from grader.submission.cell_code import Cell

MAX_BYTES = 1 << 20
MAX_FILES_BYTES = 16 << 20
MAX_NOTEBOOK_CODE = 16 << 20  # characters in all cells; how much of it one exercise may have is decided later
MAX_NAMES = 2000  # that are looked up
_IMPORT = re.compile(rb"^[ \t]*(?:from|import)[ \t]+([\w.,\x80-\xff \t]+)", re.MULTILINE)
_QUOTED = re.compile(rb"""["']([\w\-./\x80-\xff ]{1,120}\.\w{1,8})["']""")


@dataclass(frozen=True)
class Submission:
    """One file to grade, and what comes with it.

    `notes`: what to tell the student about how it was read. `places`: of each line, the cell that it comes from and its
    number there; empty for a Python file.
    """

    path: Path
    source: bytes
    files: tuple[tuple[str, bytes], ...] = ()
    notes: tuple[str, ...] = ()
    places: tuple[tuple[str, int], ...] = ()

    @property
    def filename(self) -> str:
        return self.path.name

    def mentions(self, word: bytes) -> bool:
        return word in self.source or any(word in content for _, content in self.files)

    def where(self, line: int) -> str:
        """A line of the source as the student knows it: "line 3", or "cell 7, line 3"."""
        if not self.places:
            return f"line {line}"
        label, number = self.places[max(0, min(line, len(self.places)) - 1)]
        return f"{label}, line {number}"

    def placed(self, text: str) -> str:
        """What the code printed, warnings and tracebacks among it, with its lines as the student knows them."""
        if not self.places or not text:
            return text
        name = re.escape(self.filename)
        pattern = rf'File "{name}", line (\d{{1,9}})\b|\b{name}:(\d{{1,9}})(?=:)'
        return re.sub(pattern, lambda found: f"{self.filename}, {self.where(int(found[1] or found[2]))}", text)


def read_submission(path: Path, slug: str = "", stub: str = "") -> Submission:
    """Read `path`, the modules beside it that it imports, and the data files beside it that it names.

    Of a notebook, what belongs to the exercise `slug` (by default the one that the file is named after); `stub`, the
    exercise's stub, tells what to look for in cells that are not marked.
    """
    return _with_companions(from_bytes(path, _read_code(path), slug, stub))


def read_exercises(path: Path, slugs: Collection[str]) -> list[str]:
    """The exercises that a notebook has marked cells for, in the order of the cells; of a Python file, the one it is
    named after."""
    if path.suffix != ".ipynb":
        return [path.stem] if path.stem in slugs else []
    from grader.submission.notebook import read_cells

    found = [cell.exercise for cell in read_cells(path, _read_code(path))]
    return [slug for slug in dict.fromkeys(found) if slug in slugs]


def from_bytes(
    path: Path, data: bytes, slug: str = "", stub: str = "", files: tuple[tuple[str, bytes], ...] = ()
) -> Submission:
    """The same for a file that has been read already, and the files that came with it."""
    if path.suffix != ".ipynb":
        return Submission(path, data, files)
    from grader.submission.cell_code import slug_of
    from grader.submission.notebook import read_cells

    slug = slug or slug_of(path.stem)
    return replace(_joined(path, read_cells(path, data), slug, stub, session=False), files=files)


def from_cells(path: Path, cells: Sequence[Cell], slug: str, stub: str, *, session: bool = False) -> Submission:
    """What these cells hold for an exercise. Files are looked for beside `path`, the notebook; `session`: the cells are
    those that were run, and the path's name is what messages call them."""
    return _with_companions(_joined(path, cells, slug, stub, session))


def _joined(path: Path, cells: Sequence[Cell], slug: str, stub: str, session: bool) -> Submission:
    from grader.processes import HelperError, limited  # only for notebooks: `grader check` waits for every import

    name = path.name if session else f"'{path}'"
    told = [[cell.label, cell.source, cell.exercise] for cell in cells]
    if sum(len(source) for _, source, _ in told) > MAX_NOTEBOOK_CODE:
        raise SubmissionError(f"the code of {name} has over {MAX_NOTEBOOK_CODE >> 20} MB; keep data out of its cells")
    try:
        source, places, notes = limited("grader.submission.join:joined", told, slug, stub, name, session)
    except HelperError:
        raise SubmissionError(f"the code of {name} is too hard to read; write simpler expressions") from None
    return Submission(path, source.encode("utf-8", "replace"), (), tuple(notes), tuple(map(tuple, places)))


def _with_companions(found: Submission) -> Submission:
    folder = found.path.resolve().parent
    return replace(found, files=tuple(_companions(folder, found.filename, found.source)))


def _read_code(path: Path) -> bytes:
    if path.suffix != ".ipynb":
        return _read(path, MAX_BYTES)
    from grader.submission import notebook

    return _read(path, notebook.MAX_BYTES, "clear its outputs, and save it again")


def _read(path: Path, most: int, remedy: str = "keep data out of the source file") -> bytes:
    try:
        if path.is_dir():
            raise SubmissionError(f"'{path}' is a folder; name the Python file in it")
        size = path.stat().st_size
        if size > most:
            raise SubmissionError(
                f"'{path}' has {size / (1 << 20):.0f} MB; a submission may have at most {most >> 20} MB: {remedy}"
            )
        if not path.is_file():
            raise SubmissionError(f"'{path}' is no regular file; name a Python file")
        return path.read_bytes()
    except FileNotFoundError:
        raise SubmissionError(f"there is no file '{path}'; name your file with --submission FILE") from None
    except (PermissionError, OSError) as problem:
        reason = reason_of(problem, "unreadable")
        raise SubmissionError(f"'{path}' cannot be read: {reason}; check its permissions") from None


def _companions(folder: Path, main: str, source: bytes) -> Iterator[tuple[str, bytes]]:
    """Breadth first from what the main file names. Sizes are capped: a child gets all of this."""
    waiting, seen, room = [source], {main}, MAX_FILES_BYTES
    while waiting:
        for name in named(waiting.pop()):
            path = folder / name
            if name in seen or len(seen) > MAX_NAMES:
                continue
            seen.add(name)
            if not _is_beside(path, folder):
                continue
            if path.stat().st_size > room:
                raise SubmissionError(f"'{path}' and the files with it have over {MAX_FILES_BYTES >> 20} MB; send less")
            content = _read(path, MAX_FILES_BYTES)
            room -= len(content)
            if name.endswith(".py"):
                waiting.append(content)
            yield name, content


def named(source: bytes) -> Iterator[str]:
    for found in _IMPORT.findall(source):
        for part in re.split(rb"[,\s]+", found):
            name = part.split(b".")[0].decode("utf-8", "ignore")
            if name:
                yield f"{name}.py"
    for quoted in _QUOTED.findall(source):
        name = quoted.decode("utf-8", "ignore")
        if not Path(name).is_absolute():  # the child would write it there
            yield name


def _is_beside(path: Path, folder: Path) -> bool:
    """A regular file in this folder or below it, not reached through a link that leads out."""
    try:
        return path.is_file() and path.resolve().is_relative_to(folder)
    except OSError:
        return False


# Which of the files that came with a submission it uses: the others are not its business, nor part of what it is.

Entry = tuple[str, bytes]


def select(name: str, source: bytes, available: Iterable[Entry]) -> tuple[Entry, ...]:
    """The modules that a file imports and the data files that it names, and what those name in turn."""
    rest, found = dict(available), {}
    if name.lower().endswith(".ipynb"):  # its code, roughly: in its JSON each line is a text in quotes
        source = source.replace(b"\\n", b"\n").replace(b'\\"', b"'").replace(b'"', b"\n")
    waiting = [source]
    while waiting:
        for name in named(waiting.pop()):
            content = rest.pop(name, None)
            if content is not None:
                found[name] = content
                waiting += [content] if name.endswith(".py") else []
    return tuple(sorted(found.items()))


def digest_of(name: str, source: bytes, files: Iterable[Entry]) -> str:
    """One text for all that can change a result: the main file's name, too, for messages show it."""
    whole = hashlib.sha256()
    for label, content in ((name, source), *files):
        whole.update(hashlib.sha256(label.encode("utf-8", "surrogateescape")).digest())
        whole.update(hashlib.sha256(content).digest())
    return whole.hexdigest()
