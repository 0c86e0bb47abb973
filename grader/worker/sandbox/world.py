"""What a child can see: the packages that a course allows, with what they need, and the files of all of these."""

from __future__ import annotations

import os
import re
import sys
import sysconfig
from collections.abc import Iterable, Iterator

from grader.worker.sandbox import kernel

# ---- Where installed packages lie: those that submissions may import, with what they need, and no others.
#
# Read from the folders that installers leave beside a package (`NAME-VERSION.dist-info`), with `os` alone:
# `importlib.metadata` would slow every start.


ALWAYS = ("numpy",)  # what checks themselves are written with
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
            paths += _distribution_entries(folder, info, name)
            waiting += _required(f"{folder}/{info}")
        seen.add(name)
    return sorted(dict.fromkeys(paths))


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _distribution_entries(folder: str, info: str, name: str) -> Iterator[str]:
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


# ---- A file system that holds what Python needs to run and nothing else. Built once, by the server.
#
# The course, the solutions, home folders and other people's files are not hidden in it: they are not there.


SCRATCH = "/box/scratch"  # in a folder of its own: Landlock skips the rule on a mount point and takes its parent's
_SYSTEM = ("/usr/lib", "/usr/lib64", "/lib", "/lib64", "/usr/share/zoneinfo", "/etc/ld.so.cache")
_PARTLY = ("/usr/local/lib", f"{sys.base_prefix}/lib")  # of these, the shared libraries directly below
_FACTS = ("/proc/cpuinfo", "/proc/meminfo", "/sys/devices/system/cpu")  # libraries ask what machine this is
DEVICES = ("/dev/null", "/dev/zero", "/dev/random", "/dev/urandom")
_LOCKED = (
    (os.ST_NOSUID, kernel.MS_NOSUID),
    (os.ST_NODEV, kernel.MS_NODEV),
    (os.ST_NOEXEC, kernel.MS_NOEXEC),
    (os.ST_NOATIME, 1024),
    (os.ST_NODIRATIME, 2048),
    (os.ST_RELATIME, 1 << 21),
)


class VisibleFiles:
    """What children see: the C libraries, Python without its packages, the packages that a course allows with what
    they need, and the few modules of this package that a child runs."""

    def __init__(self, packages: Iterable[str]) -> None:
        library = sysconfig.get_paths()
        wanted = [*_SYSTEM, *_FACTS, library["stdlib"], library["platstdlib"], *_own_modules()]
        wanted += [path for path in sys.path if path.endswith("lib-dynload")]
        wanted += [f"{folder}/{name}" for folder in _PARTLY for name in _entries(folder) if ".so" in name]
        self._shown = _outermost([path for path in dict.fromkeys(wanted) if os.path.exists(path)])  # noqa: PTH110
        self._covered = [path for path in _all_package_folders() if self._is_shown(path)]
        self._packages = paths_of(packages)

    def _is_shown(self, path: str) -> bool:
        return any(path.startswith(f"{other}/") for other in self._shown)

    def tops(self) -> list[str]:
        """Below which children may read once this is built: what is covered or left out is not there then."""
        return [*self._shown, *(path for path in self._packages if not self._is_shown(path))]

    def readable(self) -> list[str]:
        """Every path that a child may read below, where the rest of what lies beside cannot be covered."""
        return [*(part for path in self._shown for part in _around(path, self._covered)), *self._packages]

    def build(self) -> None:
        """Give this process a file system with this and nothing else. Needs a mount namespace of its own."""
        temporary = os.open("/tmp", os.O_PATH | os.O_DIRECTORY)
        name = f"grader-root-{os.urandom(8).hex()}"
        os.mkdir(name, 0o700, dir_fd=temporary)
        try:
            self._build(f"/tmp/{name}")
        finally:
            os.rmdir(name, dir_fd=temporary)  # where the new root was mounted, seen from the old one
            os.close(temporary)

    def _build(self, root: str) -> None:
        kernel.mount("none", "/", flags=kernel.MS_REC | kernel.MS_PRIVATE)
        safe = kernel.MS_NOSUID | kernel.MS_NODEV
        kernel.mount("tmpfs", root, "tmpfs", safe, "size=1m,mode=755")
        for path in self._shown:
            _show(path, root)
        for path in self._covered:
            kernel.mount("tmpfs", root + path, "tmpfs", safe, "size=1m,mode=755")
        for path in self._packages:
            _bind(path, root + path)
        for device in DEVICES:
            _show(device, root, device=True)
        os.makedirs(root + SCRATCH, exist_ok=True)  # noqa: PTH103
        for path in ("", *self._covered):
            kernel.mount("none", root + path, flags=kernel.MS_REMOUNT | kernel.MS_BIND | kernel.MS_RDONLY | safe)
        kernel.pivot_root(root)


def _entries(folder: str) -> list[str]:
    try:
        return os.listdir(folder)  # noqa: PTH208
    except OSError:
        return []


def _all_package_folders() -> list[str]:
    """Also those of other versions of Python and of the system."""
    parents = ("/usr/lib", "/usr/local/lib", f"{sys.base_prefix}/lib")
    found = [
        f"{parent}/{name}/{packages}"
        for parent in parents
        for name in _entries(parent)
        if name.startswith("python")
        for packages in ("site-packages", "dist-packages")
    ]
    real = {os.path.realpath(path) for path in [*found, *package_folders()] if os.path.isdir(path)}  # noqa: PTH112
    return sorted(real)


def _around(path: str, covered: list[str]) -> list[str]:
    """The path, or what lies in it beside what is covered."""
    if path in covered:
        return []
    if not any(other.startswith(f"{path}/") for other in covered):
        return [path]
    return [part for name in _entries(path) for part in _around(f"{path}/{name}", covered)]


def _own_modules() -> list[str]:
    """The few modules of this package that a child uses: a course may be installed beside the others."""
    worker = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120
    package = os.path.dirname(worker)  # noqa: PTH120
    return [worker, *(f"{package}/{name}.py" for name in ("__init__", "checks", "errors", "values"))]


def _outermost(paths: list[str]) -> list[str]:
    real = sorted({os.path.realpath(path) for path in paths} | {path for path in paths if os.path.islink(path)})  # noqa: PTH114
    return [path for path in real if not any(path.startswith(f"{other}/") for other in real)]


def _show(path: str, root: str, device: bool = False) -> None:
    target = root + path
    if os.path.islink(path):  # noqa: PTH114
        os.makedirs(os.path.dirname(target), exist_ok=True)  # noqa: PTH103, PTH120
        os.symlink(os.readlink(path), target)  # noqa: PTH115, PTH211
        return
    _bind(path, target, writable=device)


def _bind(path: str, target: str, writable: bool = False) -> None:
    if os.path.isdir(path):  # noqa: PTH112
        os.makedirs(target, exist_ok=True)  # noqa: PTH103
    else:
        os.makedirs(os.path.dirname(target), exist_ok=True)  # noqa: PTH103, PTH120
        os.close(os.open(target, os.O_CREAT | os.O_WRONLY, 0o644))
    kernel.mount(path, target, flags=kernel.MS_BIND | kernel.MS_REC)
    rights = _flags(target) | (0 if writable else kernel.MS_RDONLY)
    kernel.mount("none", target, flags=kernel.MS_REMOUNT | kernel.MS_BIND | rights)


def _flags(path: str) -> int:
    """What a mount has already: in a user namespace none of it may be taken away."""
    found = os.statvfs(path).f_flag
    return kernel.MS_NOSUID | sum(flag for seen, flag in _LOCKED if found & seen and flag != kernel.MS_NOSUID)
