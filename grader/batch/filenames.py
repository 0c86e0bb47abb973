"""Files named after students: whatever an id is, its file stays in its folder and is nobody else's."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable

from grader.submission.names import fold

_LONGEST = 120  # bytes: file systems take 255, and something is added
_UNUSUAL = r"[^\w.@+\- ,()'&=~]"
_RESERVED = re.compile(r"(con|prn|aux|nul|conin\$|conout\$|com\d|lpt\d)(\..*)?", re.IGNORECASE)  # devices of Windows


class FileNames:
    """Of a whole class. Names that some file systems cannot keep apart all get a mark."""

    def __init__(self, students: Iterable[str]) -> None:
        self._plain: dict[str, str | None] = {}  # None: of several students
        for name in map(stem, students):
            self._plain[fold(name)] = None if fold(name) in self._plain else name

    def of(self, student: str) -> str:
        """Without a suffix."""
        plain = stem(student)
        return f"{plain}~{_mark(student)}" if self._plain.get(fold(plain), plain) is None else plain

    def like(self, name: str) -> str | None:
        """The name in use that a file system may take for this one."""
        return self._plain.get(fold(name))


def stem(student: str) -> str:
    """The id itself where that can be a file's name; else what is left of it, and a mark that tells it apart."""
    text = unicodedata.normalize("NFC", student)
    plain = _cut(re.sub(_UNUSUAL, "_", text)).strip(" .")
    if not plain or plain.startswith("-") or _RESERVED.fullmatch(plain):
        plain = f"_{plain}"
    return plain if plain == student else f"{plain}~{_mark(student)}"


def _cut(text: str) -> str:
    return text.encode("utf-8", "replace")[:_LONGEST].decode("utf-8", "ignore")


def _mark(student: str) -> str:
    return hashlib.sha256(student.encode("utf-8", "surrogatepass")).hexdigest()[:8]
