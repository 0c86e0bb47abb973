"""Archives with equal bytes for equal files: of a folder, and of this program as a wheel.

An autograder and an image bring the program along, so that they grade exactly as the machine that made them.
"""

from __future__ import annotations

import io
import zipfile
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from hashlib import sha256
from importlib.metadata import distribution
from pathlib import Path

from grader.files import BUNDLED

_EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest time that an archive can hold
_PACKAGE = Path(__file__).parents[1]
_WHEEL = "Wheel-Version: 1.0\nGenerator: grader release\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def pack_folder(folder: Path, top: str = "") -> bytes:
    """Return the archive of a folder, below the folder `top` if there is one."""
    inside = f"{top}/" if top else ""
    entries = {f"{inside}{path.relative_to(folder).as_posix()}": path for path in folder.rglob("*")}
    folders = {f"{inside}": None} if top else {}
    files = {name: path.read_bytes() if path.is_file() else None for name, path in entries.items()}
    return _pack(folders | files)


def pack_program() -> tuple[str, bytes]:
    """Return the name and the content of a wheel of this program as it runs here, without the course that is installed
    with it."""
    installed = distribution("attention-grader")
    name = f"attention_grader-{installed.version}"
    modules = [path for path in _PACKAGE.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    files = {path.relative_to(_PACKAGE.parent).as_posix(): path.read_bytes() for path in modules}
    files = {path: data for path, data in files.items() if not path.startswith(f"{_PACKAGE.name}/{BUNDLED}/")}
    facts = {file: installed.read_text(file) or "" for file in ("METADATA", "entry_points.txt")}
    files |= {f"{name}.dist-info/{file}": text.encode() for file, text in {**facts, "WHEEL": _WHEEL}.items()}
    record = f"{name}.dist-info/RECORD"
    lines = [f"{path},sha256={_digest(data)},{len(data)}\n" for path, data in sorted(files.items())]
    return f"{name}-py3-none-any.whl", _pack(files | {record: "".join([*lines, f"{record},,\n"]).encode()})


def _digest(data: bytes) -> str:
    return urlsafe_b64encode(sha256(data).digest()).rstrip(b"=").decode()


def _pack(files: Mapping[str, bytes | None]) -> bytes:
    """An archive of these files, and of a folder where there is no content. Scripts can be executed."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, data in sorted(files.items()):
            entry = zipfile.ZipInfo(f"{name.rstrip('/')}/" if data is None else name, _EPOCH)
            mode = 0o40755 if data is None else 0o100755 if data.startswith(b"#!") else 0o100644
            entry.external_attr = mode << 16
            entry.create_system = 3  # Unix, on every machine
            archive.writestr(entry, data or b"", zipfile.ZIP_DEFLATED, 9)
    return buffer.getvalue()
