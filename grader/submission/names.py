"""File names that nobody vouches for: which are safe to write below a folder, and which exercise one is for."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Collection
from typing import NamedTuple

ARCHIVES = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz", ".tbz2", ".tar.xz", ".txz")
CLOSED = (".7z", ".rar")  # archives that are not opened
MAX_PART = 255  # bytes: what file systems take
MAX_NAME = 1000

_UNPRINTABLE = frozenset("\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")
_DRIVE = re.compile(r"[A-Za-z]:")
_JUNK_FOLDERS = {
    *("__MACOSX", ".ipynb_checkpoints", "__pycache__", ".pytest_cache", ".mypy_cache", ".ruff_cache"),
    *(".git", ".svn", ".hg", ".idea", ".vscode", ".venv", "venv", "site-packages", "node_modules"),
}
_JUNK_FILES = {".ds_store", "thumbs.db", "desktop.ini", ".gitignore", ".gitattributes", ".gitkeep"}
_CODE = re.compile(r"(?P<stem>.+)\.(?P<suffix>py|ipynb)", re.IGNORECASE | re.DOTALL)
_FROM_LMS = re.compile(r"^(?:.+_assignsubmission_file_|(?:LATE_)?anon_[A-Za-z0-9]+_\d+_|.+?_\d+_\d+_)", re.DOTALL)
_NEWER = re.compile(r"^(?P<stem>.+?)(?:[ _]?\((?P<copy>\d{1,4})\)|-(?P<again>\d{1,4}))$", re.DOTALL)
_BACKUP = re.compile(r"^(?P<stem>.+?)(?: - copy(?: \(\d+\))?| copy(?: \d+)?)$", re.IGNORECASE | re.DOTALL)


class UnsafeName(ValueError):
    """Says why, as the rest of a sentence."""


def safe(raw: str) -> str:
    """`raw` as a relative name with slashes. UnsafeName if it leads elsewhere or could not be written."""
    name = unicodedata.normalize("NFC", raw).replace("\\", "/")
    if any(unicodedata.category(char) in ("Cc", "Cs") or char in _UNPRINTABLE for char in name):
        raise UnsafeName("has control characters in its name")
    if name.startswith("/") or _DRIVE.match(name):
        raise UnsafeName("has an absolute name")
    parts = [part for part in name.split("/") if part not in ("", ".")]
    if ".." in parts:
        raise UnsafeName("leads out of the submission")
    if not parts:
        raise UnsafeName("has no name")
    name = "/".join(parts)
    if len(name.encode()) > MAX_NAME or any(len(part.encode()) > MAX_PART for part in parts):
        raise UnsafeName(f"has a name of {len(name):,} characters")
    return name


def fold(name: str) -> str:
    """Equal for names that some file systems cannot keep apart."""
    return unicodedata.normalize("NFC", name.casefold())


def is_junk(name: str) -> bool:
    """What systems and tools leave behind, nothing that anybody wrote."""
    *folders, last = name.split("/")
    return (
        last.startswith("._") or last.lower() in _JUNK_FILES or any(part in _JUNK_FOLDERS for part in (*folders, last))
    )


def is_archive(name: str) -> bool:
    return name.lower().endswith(ARCHIVES + CLOSED)


def without_archive_suffix(name: str) -> str:
    longest = max((suffix for suffix in ARCHIVES + CLOSED if name.lower().endswith(suffix)), key=len, default="")
    return name[: len(name) - len(longest)]


def without_copy_mark(stem: str) -> tuple[str, int]:
    """`jane (2)`, as browsers name a second download, is a later `jane`."""
    found = re.fullmatch(r"(.+?) ?\((\d{1,4})\)", stem, re.DOTALL)
    return (found[1], int(found[2])) if found else (stem, 0)


def printable(name: str) -> str:
    """Without what a terminal or a database would choke on."""
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in name)


def shown(name: str) -> str:
    """A name as it may stand in a sentence: printable, and not too long."""
    text = printable(name)
    return f"'{text}'" if len(text) <= 80 else f"'{text[:40]}…{text[-30:]}'"


def identity(raw: str) -> str:
    """An id that may become a file's name. A changed one carries a mark, so that two students never become one."""
    text = unicodedata.normalize("NFC", raw).strip()
    plain = re.sub(r"[^\w.@+\- ,()'&=]", "_", text)[:100].strip(" .") or "_"
    return plain if plain == text else f"{plain}~{hashlib.sha256(raw.encode('utf-8', 'surrogatepass')).hexdigest()[:6]}"


def reading_order(name: str) -> tuple[int, str]:
    """Programs first: when there is too much to read, data is what is left out."""
    kinds = (".py", ".ipynb")
    known = [place for place, suffix in enumerate(kinds) if name.lower().endswith(suffix)]
    return (known[0] if known else 3 if is_archive(name) else 2), name


class NamedExercise(NamedTuple):
    """The exercise that a file's name means. `version`: of several, the highest is the newest."""

    slug: str
    version: int


def exercise_of(filename: str, slugs: Collection[str]) -> NamedExercise | None:
    """`masking.py`, also as `06_masking.py`, `Masking.PY`, `masking (1).py`, `masking-2.py`, with an LMS's prefix."""
    code = _CODE.fullmatch(filename)
    if code is None:
        return None
    for stem in dict.fromkeys((code["stem"], _FROM_LMS.sub("", code["stem"]))):
        for name, version in _versions(stem):
            slug = _as_slug(name, slugs)
            if slug:
                return NamedExercise(slug, version)
    return None


def _versions(stem: str) -> list[tuple[str, int]]:
    found = [(stem, 0)]
    if newer := _NEWER.fullmatch(stem):
        found.append((newer["stem"], int(newer["copy"] or newer["again"])))
    if backup := _BACKUP.fullmatch(stem):
        found.append((backup["stem"], -1))
    return found


def _as_slug(name: str, slugs: Collection[str]) -> str:
    plain = re.sub(r"[-\s]+", "_", name.strip().casefold())
    bare = re.sub(r"^\d+_", "", plain)
    return plain if plain in slugs else bare if bare in slugs else ""
