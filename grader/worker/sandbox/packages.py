"""Where installed packages lie: those that submissions may import, with what they need, and no others.

Read from the folders that installers leave beside a package (`NAME-VERSION.dist-info`), with `os` alone:
`importlib.metadata` would slow every start.
"""

from __future__ import annotations

import os
import re
import sys
import sysconfig
from collections.abc import Iterable, Iterator

ALWAYS = ("numpy",)  # what checks themselves are written with
DEFAULT = ("numpy", "torch", "scipy", "einops", "matplotlib", "pandas")
_FOLDERS = ("site-packages", "dist-packages")
_REQUIRES = re.compile(r"^Requires-Dist:\s*([\w.-]+)(.*)", re.MULTILINE)
_NAME = re.compile(r"^([\w.-]+?)-\d[^-]*(?:-py[\d.]+)?\.(?:dist|egg)-info$")


def package_folders() -> list[str]:
    """The folders that Python finds packages in."""
    library = sysconfig.get_paths()
    wanted = [library["purelib"], library["platlib"], *(path for path in sys.path if path.endswith(_FOLDERS))]
    return [path for path in dict.fromkeys(wanted) if os.path.isdir(path)]  # noqa: PTH112 - pathlib is not loaded here


def paths_of(packages: Iterable[str]) -> list[str]:
    """Files and folders of these packages and of what they require, as far as they are installed."""
    installed: dict[str, tuple[str, str]] = {}
    for folder in package_folders():
        for entry in os.listdir(folder):  # noqa: PTH208
            found = _NAME.match(entry)
            if found:
                installed.setdefault(_normal(found[1]), (folder, entry))
    paths: list[str] = []
    waiting, seen = [*ALWAYS, *packages], set[str]()
    while waiting:
        name = _normal(waiting.pop())
        if name in installed and name not in seen:
            folder, info = installed[name]
            paths += _entries(folder, info, name)
            waiting += _required(f"{folder}/{info}")
        seen.add(name)
    return sorted(dict.fromkeys(paths))


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _entries(folder: str, info: str, name: str) -> Iterator[str]:
    """What a package has directly below its folder; compiled modules in __pycache__ one by one."""
    record = _read(f"{folder}/{info}/RECORD")
    lines = record.split(b"\n")
    tops = {line.split(b"/", 1)[0].split(b",", 1)[0] for line in lines} - {b"", b"..", b"__pycache__"}
    if b"\n__pycache__/" in b"\n" + record:
        tops |= {line.split(b",", 1)[0] for line in lines if line.startswith(b"__pycache__/")}
    if not record:  # installed by the system
        modules = _read(f"{folder}/{info}/top_level.txt").split() or [name.replace("-", "_").encode()]
        tops = {info.encode(), *modules, *(module + b".py" for module in modules)}
    for top in tops:
        path = f"{folder}/{os.fsdecode(top)}"
        if os.path.exists(path):  # noqa: PTH110
            yield path


def _required(info: str) -> list[str]:
    """What a package needs, without its extras."""
    head = (_read(f"{info}/METADATA") or _read(f"{info}/PKG-INFO")).partition(b"\n\n")[0].decode("utf-8", "replace")
    return [name for name, condition in _REQUIRES.findall(head) if "extra" not in condition]


def _read(path: str) -> bytes:
    try:
        with open(path, "rb") as file:  # noqa: PTH123
            return file.read()
    except OSError:
        return b""
