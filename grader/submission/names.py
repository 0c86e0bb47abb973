"""Untrusted file names: whether one is safe to write below a folder, and which exercise it stands for."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Collection, Iterable
from typing import NamedTuple

# Also .7z and .rar, which are reported but never opened.
ARCHIVES = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz", ".tbz2", ".tar.xz", ".txz", ".7z", ".rar")
MAX_PART = 255  # bytes: the limit of common file systems
MAX_NAME = 1000

_UNPRINTABLE = frozenset("\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")
_DRIVE = re.compile(r"[A-Za-z]:")
_JUNK_FOLDERS = {
    *("__MACOSX", ".ipynb_checkpoints", "__pycache__", ".pytest_cache", ".mypy_cache", ".ruff_cache"),
    *(".git", ".svn", ".hg", ".idea", ".vscode", ".venv", "venv", "site-packages", "node_modules"),
}
_JUNK_FILES = {".ds_store", "thumbs.db", "desktop.ini", ".gitignore", ".gitattributes", ".gitkeep"}
_SAVED_AS_TEXT = re.compile(r"(.+\.(?:py|ipynb))\.txt", re.IGNORECASE | re.DOTALL)
_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_A-Za-z]+")  # of `LayerNorm_v2` too
_MOST_WORDS = 30
_OLD = {"copy", "backup", "old"}
_CODE = re.compile(r"(?P<stem>.+)\.(?P<suffix>py|ipynb)", re.IGNORECASE | re.DOTALL)
_FROM_LMS = re.compile(r"^(?:.+_assignsubmission_file_|(?:LATE_)?anon_[A-Za-z0-9]+_\d+_|.+?_\d+_\d+_)", re.DOTALL)
_NEWER = re.compile(r"^(?P<stem>.+?)(?:[ _]?\((?P<copy>\d{1,4})\)|-(?P<again>\d{1,4}))$", re.DOTALL)
_BACKUP = re.compile(r"^(?P<stem>.+?)(?: - copy(?: \(\d+\))?| copy(?: \d+)?)$", re.IGNORECASE | re.DOTALL)


class UnsafeName(ValueError):
    """The message is the reason, as the rest of a sentence about the file."""


def safe(raw: str, as_spelled: bool = False) -> str:
    """Return `raw` as a relative name with slashes, with every character in one spelling unless it is to stay
    `as_spelled`. UnsafeName if it leads elsewhere or could not be written."""
    name = (raw if as_spelled else unicodedata.normalize("NFC", raw)).replace("\\", "/")
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
    """Return a key that is equal for names that some file systems cannot tell apart."""
    return unicodedata.normalize("NFC", name.casefold())


def junk_in(name: str) -> str:
    """Return the folder above a file, or the file itself, that an operating system or a tool left behind and nobody
    wrote; "" if there is none."""
    parts = name.split("/")
    for at, part in enumerate(parts, 1):
        if part in _JUNK_FOLDERS:
            return "/".join(parts[:at]) + "/"
    return name if parts[-1].startswith("._") or parts[-1].lower() in _JUNK_FILES else ""


def is_archive(name: str) -> bool:
    return name.lower().endswith(ARCHIVES)


def without_copy_mark(name: str) -> tuple[str, int]:
    """Split `jane (2)` or `jane (2).zip`, the name of a second download, into ("jane", 2); 0 without a number."""
    suffix = max((suffix for suffix in ARCHIVES if name.lower().endswith(suffix)), key=len, default="")
    stem = name[: len(name) - len(suffix)]
    found = re.fullmatch(r"(.+?) ?\((\d{1,4})\)", stem, re.DOTALL)
    return (found[1], int(found[2])) if found else (stem, 0)


def printable(name: str) -> str:
    """Return the name with unprintable characters escaped."""
    if name.isprintable():
        return name
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in name)


def shown(name: str) -> str:
    """Return a name in quotes for a message: printable, and shortened if it is long."""
    text = printable(name)
    return f"'{text}'" if len(text) <= 80 else f"'{text[:40]}…{text[-30:]}'"


def listed(names: Iterable[str], most: int = 3) -> str:
    """Return the first names of a list, as `shown` shows them, in words."""
    every = list(names)
    some = [shown(name) for name in every[:most]]
    if len(every) > most:
        return f"{', '.join(some)} and {len(every) - most} more"
    return " and ".join(filter(None, (", ".join(some[:-1]), *some[-1:])))


def shortened(name: str) -> str:
    """Return a name for a list of files: printable, and cut in the middle if it is very long."""
    text = printable(name)
    return text if len(text) <= MAX_NAME else f"{text[:200]}…{text[-100:]}"


def identity(raw: str, apart: bool = False) -> str:
    """Return an id that is safe as a file name.

    An id that had to be changed ends in a short digest, so that two students never get the same one; with `apart`, also
    one that only spells a character in another way.
    """
    text = unicodedata.normalize("NFC", raw).strip()
    plain = re.sub(r"[^\w.@+\- ,()'&=]", "_", text)[:100].strip(" .") or "_"
    return (
        plain
        if plain == (raw if apart else text)
        else f"{plain}~{hashlib.sha256(raw.encode('utf-8', 'surrogatepass')).hexdigest()[:6]}"
    )


def slug_of(name: str) -> str:
    """Return `masking` for "masking", "06_masking" and "2_attention/06-masking"."""
    return re.sub(r"^\d+_", "", name.strip("/").rpartition("/")[2].lower().replace("-", "_"))


def code_name(name: str) -> str:
    """Return the name that a program was given before an editor added .txt; any other name as it is."""
    found = _SAVED_AS_TEXT.fullmatch(name)
    return found[1] if found else name


def reading_order(name: str) -> tuple[int, str]:
    """Sort programs first: when there is too much to read, data is left out."""
    programs = (at for at, suffix in enumerate((".py", ".ipynb")) if code_name(name).lower().endswith(suffix))
    return next(programs, 3 if is_archive(name) else 2), name


class NamedExercise(NamedTuple):
    """The exercise that a file name stands for. Of several files, the one with the highest `version` is the newest."""

    slug: str
    version: int


def exercise_of(filename: str, slugs: Collection[str]) -> NamedExercise | None:
    """Return the exercise that a file name stands for, None if there is none.

    `masking.py` may also be called `06_masking.py`, `Masking.PY`, `masking (1).py` or `masking-2.py`, and may have the
    prefix of an LMS.
    """
    code = _CODE.fullmatch(filename)
    if code is None:
        return None
    for stem in (code["stem"], _FROM_LMS.sub("", code["stem"])):
        versions = [(stem, 0)]
        if newer := _NEWER.fullmatch(stem):
            versions.append((newer["stem"], int(newer["copy"] or newer["again"])))
        if backup := _BACKUP.fullmatch(stem):
            versions.append((backup["stem"], -1))
        for name, version in versions:
            plain = re.sub(r"[-\s]+", "_", name.strip().casefold())
            for slug in (plain, re.sub(r"^\d+_", "", plain)):
                if slug in slugs:
                    return NamedExercise(slug, version)
    return None


def exercise_within(filename: str, slugs: Collection[str]) -> NamedExercise | None:
    """Return the exercise whose name is part of a file name, in whole words: `masking_final_FINAL.py`, `LayerNorm.py`,
    `hw_masking v2.py`. None if there is none, or more than one. Its version is -1 for a backup, otherwise 0."""
    words = [word.casefold() for word in _WORDS.findall(filename.rpartition(".")[0] or filename)][:_MOST_WORDS]
    plain = {slug.replace("_", ""): slug for slug in slugs}
    spans = {
        (start, end): plain[joined]
        for start in range(len(words))
        for end in range(start + 1, len(words) + 1)
        if (joined := "".join(words[start:end])) in plain
    }
    found = {  # `multi_head` is not `head`
        slug
        for (start, end), slug in spans.items()
        if not any(one <= start and end <= other and (one, other) != (start, end) for one, other in spans)
    }
    return NamedExercise(found.pop(), -int(not _OLD.isdisjoint(words))) if len(found) == 1 else None
