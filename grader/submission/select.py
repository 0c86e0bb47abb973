"""Which of the files that came with a submission it uses: the others are not its business, nor part of what it is."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from grader.submission.read import named

Entry = tuple[str, bytes]


def select(name: str, source: bytes, available: Iterable[Entry]) -> tuple[Entry, ...]:
    """The modules that a file imports and the data files that it names, and what those name in turn."""
    rest, found = dict(available), {}
    waiting = [_lines(source) if name.lower().endswith(".ipynb") else source]
    while waiting:
        for name in named(waiting.pop()):
            content = rest.pop(name, None)
            if content is not None:
                found[name] = content
                waiting += [content] if name.endswith(".py") else []
    return tuple(sorted(found.items()))


def _lines(notebook: bytes) -> bytes:
    """The code of a notebook, roughly, without taking it apart: in its JSON each line is a text in quotes."""
    return notebook.replace(b"\\n", b"\n").replace(b'\\"', b"'").replace(b'"', b"\n")


def digest_of(name: str, source: bytes, files: Iterable[Entry]) -> str:
    """One text for all that can change a result: the main file's name, too, for messages show it."""
    whole = hashlib.sha256()
    for label, content in ((name, source), *files):
        whole.update(hashlib.sha256(label.encode("utf-8", "surrogateescape")).digest())
        whole.update(hashlib.sha256(content).digest())
    return whole.hexdigest()
