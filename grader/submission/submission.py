"""A submission to one exercise: read from a file, a notebook or bytes, with the files beside it that it uses."""

from __future__ import annotations

import codecs
import hashlib
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from grader.errors import SubmissionError, reason_of
from grader.submission.names import slug_of
from grader.submission.notebook import MAX_BYTES as MAX_NOTEBOOK_BYTES
from grader.submission.notebook import Cell, read_cells

MAX_BYTES = 1 << 20
MAX_FILES_BYTES = 16 << 20
MAX_NOTEBOOK_CODE = 16 << 20  # characters in all cells; `join` limits the code for one exercise
MAX_NAMES = 2000  # of files that are looked up
_IMPORT = re.compile(rb"^[ \t]*(?:from|import)[ \t]+([\w.,\x80-\xff \t]+)", re.MULTILINE)
_CODING = re.compile(
    rb"\A(?:[ \t\f]*(?:#[^\r\n]*)?(?:\r\n|\r|\n))?[ \t\f]*#[^\r\n]*?coding[:=][ \t]*([-\w.]+)"
)  # PEP 263
_MARKS = {
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
_CHARACTER_SETS = re.compile(r"(iso8859-|cp\d|mac-|koi8|gb|big5|euc|shift_jis|ascii)")
_HEAD = 4096  # bytes in which a character set is declared
_QUOTED = re.compile(rb"""["']([\w\-./\x80-\xff ]{1,120}\.\w{1,8})["']""")

Entry = tuple[str, bytes]  # a file: its name and content


@dataclass(frozen=True)
class Submission:
    """One file to grade, with the files that it uses.

    `notes`: sentences for the student about how it was read. `places`: for each line, the cell that it comes from and
    its number there; empty for a Python file.
    """

    path: Path
    source: bytes
    files: tuple[Entry, ...] = ()
    notes: tuple[str, ...] = ()
    places: tuple[tuple[str, int], ...] = ()

    @property
    def filename(self) -> str:
        return self.path.name

    def mentions(self, word: bytes) -> bool:
        return word in self.source or any(word in content for _, content in self.files)

    def where(self, line: int) -> str:
        """Return a line of the source as the student knows it: "line 3", or "cell 7, line 3"."""
        if not self.places:
            return f"line {line}"
        label, number = self.places[max(0, min(line, len(self.places)) - 1)]
        return f"{label}, line {number}"

    def placed(self, text: str) -> str:
        """Return printed text, such as warnings and tracebacks, with its lines as the student knows them."""
        if not self.places or not text:
            return text
        name = re.escape(self.filename)
        pattern = rf'File "{name}", line (\d{{1,9}})\b|\b{name}:(\d{{1,9}})(?=:)'
        return re.sub(pattern, lambda found: f"{self.filename}, {self.where(int(found[1] or found[2]))}", text)


def read_submission(path: Path, slug: str = "", stub: str = "") -> Submission:
    """Read `path`, the modules beside it that it imports, and the data files beside it that it names.

    In a notebook, only the code for the exercise `slug` counts (by default the one that the file is named after).
    `stub`, the exercise's stub, decides which unmarked cells belong to it. SubmissionError if it cannot be read.
    """
    return _with_companions(from_bytes(path, _read_code(path), slug, stub))


def read_exercises(path: Path, slugs: Collection[str]) -> list[str]:
    """Return the exercises that a notebook has marked cells for, in the order of the cells; for a Python file, the one
    that it is named after. SubmissionError if a notebook cannot be read."""
    if path.suffix != ".ipynb":
        return [path.stem] if path.stem in slugs else []
    found = [cell.exercise for cell in read_cells(path, _read_code(path))]
    return [slug for slug in dict.fromkeys(found) if slug in slugs]


def from_bytes(path: Path, data: bytes, slug: str = "", stub: str = "", files: tuple[Entry, ...] = ()) -> Submission:
    """Return the submission in a file that was read already, together with the files that came with it.

    SubmissionError if it is a notebook that cannot be read.
    """
    if path.suffix != ".ipynb":
        return Submission(path, as_utf8(data), files)
    return replace(_joined(path, read_cells(path, data), slug or slug_of(path.stem), stub, session=False), files=files)


def as_utf8(source: bytes) -> bytes:
    """Return Python source as UTF-8, where it begins with the mark of another Unicode format or declares a character
    set. Whatever else it is stays, for Python to report."""
    encoding = next((name for mark, name in _MARKS.items() if source.startswith(mark)), "")
    declared = None if encoding or source.startswith(codecs.BOM_UTF8) else _CODING.match(source, 0, _HEAD)
    try:
        if declared:
            name = codecs.lookup(declared[1].decode("ascii", "replace")).name
            encoding = name if _CHARACTER_SETS.match(name) else ""
        if not encoding:
            return source
        text = source.decode(encoding).encode()
    except (LookupError, UnicodeError, ValueError):
        return source
    if found := _CODING.match(text, 0, _HEAD):
        return text[: found.start(1)] + b"utf-8" + text[found.end(1) :]
    return text


def from_cells(path: Path, cells: Sequence[Cell], slug: str, stub: str, *, session: bool = False) -> Submission:
    """Return the submission to an exercise in these cells; SubmissionError if there is none.

    Files are looked up beside `path`, the notebook. With `session`, the cells are those that were run, and messages use
    the path's name for them.
    """
    return _with_companions(_joined(path, cells, slug, stub, session))


def _joined(path: Path, cells: Sequence[Cell], slug: str, stub: str, session: bool) -> Submission:
    from grader.processes import HelperError, limited  # only for notebooks: `grader check` waits for every import

    name = path.name if session else f"'{path}'"
    if sum(len(cell.source) for cell in cells) > MAX_NOTEBOOK_CODE:
        raise SubmissionError(f"the code of {name} has over {MAX_NOTEBOOK_CODE >> 20} MB; keep data out of its cells")
    plain = [[cell.label, cell.source, cell.exercise] for cell in cells]
    try:
        source, places, notes = limited("grader.submission.join:joined", plain, slug, stub, name, session)
    except HelperError:
        raise SubmissionError(f"the code of {name} is too complex to parse; write simpler expressions") from None
    return Submission(path, source.encode("utf-8", "replace"), (), tuple(notes), tuple(map(tuple, places)))


def _read_code(path: Path) -> bytes:
    if path.suffix != ".ipynb":
        return _read(path, MAX_BYTES)
    return _read(path, MAX_NOTEBOOK_BYTES, "clear its outputs and save it again")


def _read(path: Path, most: int, remedy: str = "keep data out of the source file") -> bytes:
    try:
        if path.is_dir():
            raise SubmissionError(f"'{path}' is a folder; name the Python file in it")
        size = path.stat().st_size
        if size > most:
            too_large = f"'{path}' has {size / (1 << 20):.0f} MB; a submission may have at most {most >> 20} MB"
            raise SubmissionError(f"{too_large}: {remedy}")
        if not path.is_file():
            raise SubmissionError(f"'{path}' is not a regular file; name a Python file")
        return path.read_bytes()
    except FileNotFoundError:
        raise SubmissionError(f"there is no file '{path}'; name your file with --submission FILE") from None
    except OSError as problem:
        reason = reason_of(problem, "unreadable")
        raise SubmissionError(f"'{path}' cannot be read: {reason}; check its permissions") from None


def _with_companions(found: Submission) -> Submission:
    """Add the files beside it that it uses. Their size is limited: a child gets all of them."""
    folder, room = found.path.resolve().parent, MAX_FILES_BYTES

    def beside(name: str) -> bytes | None:
        nonlocal room
        path = folder / name
        try:
            if not path.is_file() or not path.resolve().is_relative_to(folder):  # also a link that leads out
                return None
        except OSError:
            return None
        if path.stat().st_size > room:
            raise SubmissionError(f"'{path}' and the files with it have over {MAX_FILES_BYTES >> 20} MB; send less")
        content = _read(path, MAX_FILES_BYTES)
        room -= len(content)
        return content

    return replace(found, files=tuple(_used(found.filename, found.source, beside)))


def select(name: str, source: bytes, available: Iterable[Entry]) -> tuple[Entry, ...]:
    """Return those of the available files that a submission uses, sorted by name. Others cannot change its result."""
    return tuple(sorted(_used(name, _code_in(name, source), dict(available).get)))


def named_in(name: str, source: bytes) -> frozenset[str]:
    """Return the first files that a source imports or names, whether they exist or not."""
    return frozenset(islice(_named(_code_in(name, source)), MAX_NAMES))


def _code_in(name: str, source: bytes) -> bytes:
    if name.lower().endswith(".ipynb"):  # approximate its code: in its JSON each line is a quoted string
        return source.replace(b"\\n", b"\n").replace(b'\\"', b"'").replace(b'"', b"\n")
    return as_utf8(source)


def _used(main: str, source: bytes, find: Callable[[str], bytes | None]) -> Iterator[Entry]:
    """Yield the modules that a file imports and the data files that it names, and what those use in turn."""
    waiting, seen = [source], {main}
    while waiting:
        for name in _named(waiting.pop()):
            if name in seen or len(seen) > MAX_NAMES:
                continue
            seen.add(name)
            content = find(name)
            if content is not None:
                is_code = name.endswith(".py")
                content = as_utf8(content) if is_code else content
                yield name, content
                waiting += [content] if is_code else []


def _named(source: bytes) -> Iterator[str]:
    for found in _IMPORT.findall(source):
        for part in re.split(rb"[,\s]+", found):
            name = part.split(b".")[0].decode("utf-8", "ignore")
            if name:
                yield f"{name}.py"
    for quoted in _QUOTED.findall(source):
        name = quoted.decode("utf-8", "ignore")
        if not Path(name).is_absolute():  # the child would write it there
            yield name


def digest_of(entries: Iterable[Entry]) -> str:
    """Return one digest of the names and contents of files, in this order."""
    whole = hashlib.sha256()
    for name, content in entries:
        whole.update(hashlib.sha256(name.encode("utf-8", "surrogateescape")).digest())
        whole.update(hashlib.sha256(content).digest())
    return whole.hexdigest()
