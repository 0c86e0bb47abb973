"""What a child can see: the packages that a course allows, with what they need, and the files of all of these."""

from __future__ import annotations

import os
import re
import sys
import sysconfig
from collections.abc import Iterable, Iterator

assert sys.platform == "linux"

from grader.worker.sandbox import kernel

ALWAYS = ("numpy",)  # checks themselves use it
_FOLDERS = ("site-packages", "dist-packages")
_REQUIRES = re.compile(r"^Requires-Dist:\s*([\w.-]+)(.*)", re.MULTILINE)
_NAME = re.compile(r"^([\w.-]+?)-\d[^-]*(?:-py[\d.]+)?\.(?:dist|egg)-info$")

SCRATCH = "/box/scratch"  # in a folder of its own: Landlock skips the rule on a mount point and takes its parent's
_SYSTEM = ("/usr/lib", "/usr/lib64", "/lib", "/lib64", "/usr/share/zoneinfo", "/etc/ld.so.cache")
_LIBRARIES = ("/usr/local/lib", f"{sys.base_prefix}/lib")  # of these, the shared libraries directly below
_FACTS = ("/proc/cpuinfo", "/proc/meminfo", "/sys/devices/system/cpu")  # libraries ask what machine this is
DEVICES = ("/dev/null", "/dev/zero", "/dev/random", "/dev/urandom")
_SAFE = kernel.MS_NOSUID | kernel.MS_NODEV
# Flags of a mount that a user namespace must keep. `statvfs` has the same numbers for them, but for the last.
_LOCKED = _SAFE | kernel.MS_NOEXEC | kernel.MS_NOATIME | kernel.MS_NODIRATIME
_ST_RELATIME = 1 << 12


def package_folders() -> list[str]:
    """Return the folders that Python finds packages in."""
    library = sysconfig.get_paths()
    wanted = [library["purelib"], library["platlib"], *(path for path in sys.path if path.endswith(_FOLDERS))]
    return [path for path in dict.fromkeys(wanted) if os.path.isdir(path)]  # noqa: PTH112 - pathlib is not loaded here


def paths_of(packages: Iterable[str]) -> list[str]:
    """Return the files and folders of these packages and of what they require, as far as they are installed.

    Read from the folders that installers leave beside a package (`NAME-VERSION.dist-info`), with `os` alone:
    `importlib.metadata` would slow every start.
    """
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
            metadata = _read(f"{folder}/{info}/METADATA") or _read(f"{folder}/{info}/PKG-INFO")
            head = metadata.partition(b"\n\n")[0].decode("utf-8", "replace")
            waiting += [needed for needed, condition in _REQUIRES.findall(head) if "extra" not in condition]
        seen.add(name)
    return sorted(dict.fromkeys(paths))


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _distribution_entries(folder: str, info: str, name: str) -> Iterator[str]:
    """Yield what a package has directly below its folder; compiled modules in __pycache__ one by one."""
    record = _read(f"{folder}/{info}/RECORD")
    lines = record.split(b"\n")
    tops = {line.split(b"/", 1)[0].split(b",", 1)[0] for line in lines} - {b"", b"..", b"__pycache__"}
    tops |= {line.split(b",", 1)[0] for line in lines if line.startswith(b"__pycache__/")}
    if not record:  # installed by the system
        modules = _read(f"{folder}/{info}/top_level.txt").split() or [name.replace("-", "_").encode()]
        tops = {info.encode(), *modules, *(module + b".py" for module in modules)}
    for top in tops:
        path = f"{folder}/{os.fsdecode(top)}"
        if os.path.exists(path):  # noqa: PTH110
            yield path


def _read(path: str) -> bytes:
    try:
        with open(path, "rb") as file:  # noqa: PTH123
            return file.read()
    except OSError:
        return b""


class VisibleFiles:
    """What children see: the C libraries, Python without its packages, the packages that a course allows with what
    they need, and the few modules of this package that a child runs.

    The course, the solutions, home folders and other people's files are not hidden from them: they are not there.
    """

    def __init__(self, packages: Iterable[str]) -> None:
        library = sysconfig.get_paths()
        worker = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120
        package = os.path.dirname(worker)  # noqa: PTH120 - a course may be installed beside its other modules
        own = [worker, *(f"{package}/{name}.py" for name in ("__init__", "checks", "errors", "values"))]
        wanted = [*_SYSTEM, *_FACTS, library["stdlib"], library["platstdlib"], *own]
        wanted += [path for path in sys.path if path.endswith("lib-dynload")]
        wanted += [f"{folder}/{name}" for folder in _LIBRARIES for name in _entries(folder) if ".so" in name]
        there = [path for path in wanted if os.path.exists(path)]  # noqa: PTH110
        links = {path for path in there if os.path.islink(path)}  # noqa: PTH114
        real = sorted({os.path.realpath(path) for path in there} | links)
        self._shown = [path for path in real if not any(path.startswith(f"{other}/") for other in real)]
        self._covered = [path for path in _all_package_folders() if self._is_shown(path)]
        self._packages = paths_of(packages)

    def _is_shown(self, path: str) -> bool:
        return any(path.startswith(f"{other}/") for other in self._shown)

    def tops(self) -> list[str]:
        """Return the paths below which children may read once this is built: nothing else is there then."""
        return [*self._shown, *(path for path in self._packages if not self._is_shown(path))]

    def readable(self) -> list[str]:
        """Return the paths below which a child may read where nothing is built, so that the rest is still there."""
        return [*(part for path in self._shown for part in _around(path, self._covered)), *self._packages]

    def build(self) -> None:
        """Give this process a file system with this and nothing else. Needs a mount namespace of its own."""
        temporary = os.open("/tmp", os.O_PATH | os.O_DIRECTORY)
        name = f"grader-root-{os.urandom(8).hex()}"
        root = f"/tmp/{name}"
        os.mkdir(name, 0o700, dir_fd=temporary)
        try:
            kernel.mount("none", "/", flags=kernel.MS_REC | kernel.MS_PRIVATE)
            kernel.mount("tmpfs", root, "tmpfs", _SAFE, "size=1m,mode=755")
            for path in self._shown:
                _show(path, root)
            for path in self._covered:
                kernel.mount("tmpfs", root + path, "tmpfs", _SAFE, "size=1m,mode=755")
            for path in self._packages:
                _bind(path, root + path)
            for device in DEVICES:
                _show(device, root, writable=True)
            os.makedirs(root + SCRATCH, exist_ok=True)  # noqa: PTH103
            for path in ("", *self._covered):
                kernel.mount("none", root + path, flags=kernel.MS_REMOUNT | kernel.MS_BIND | kernel.MS_RDONLY | _SAFE)
            kernel.pivot_root(root)
        finally:
            os.rmdir(name, dir_fd=temporary)  # where the new root was mounted, seen from the old one
            os.close(temporary)


def _entries(folder: str) -> list[str]:
    try:
        return os.listdir(folder)  # noqa: PTH208
    except OSError:
        return []


def _all_package_folders() -> list[str]:
    """Return all folders of packages, also those of other versions of Python and of the system."""
    found = [
        f"{parent}/{name}/{packages}"
        for parent in ("/usr/lib", *_LIBRARIES)
        for name in _entries(parent)
        if name.startswith("python")
        for packages in _FOLDERS
    ]
    return sorted({os.path.realpath(path) for path in [*found, *package_folders()] if os.path.isdir(path)})  # noqa: PTH112


def _around(path: str, covered: list[str]) -> list[str]:
    """Return the path, or what lies in it beside what is covered."""
    if path in covered:
        return []
    if not any(other.startswith(f"{path}/") for other in covered):
        return [path]
    return [part for name in _entries(path) for part in _around(f"{path}/{name}", covered)]


def _show(path: str, root: str, writable: bool = False) -> None:
    """Show a path of this machine at the same place below `root`: a link as a link."""
    target = root + path
    if os.path.islink(path):  # noqa: PTH114
        os.makedirs(os.path.dirname(target), exist_ok=True)  # noqa: PTH103, PTH120
        os.symlink(os.readlink(path), target)  # noqa: PTH115, PTH211
    else:
        _bind(path, target, writable)


def _bind(path: str, target: str, writable: bool = False) -> None:
    if os.path.isdir(path):  # noqa: PTH112
        os.makedirs(target, exist_ok=True)  # noqa: PTH103
    else:
        os.makedirs(os.path.dirname(target), exist_ok=True)  # noqa: PTH103, PTH120
        os.close(os.open(target, os.O_CREAT | os.O_WRONLY, 0o644))
    kernel.mount(path, target, flags=kernel.MS_BIND | kernel.MS_REC)
    found = os.statvfs(target).f_flag
    flags = kernel.MS_NOSUID | found & _LOCKED | (kernel.MS_RELATIME if found & _ST_RELATIME else 0)
    flags |= 0 if writable else kernel.MS_RDONLY
    kernel.mount("none", target, flags=kernel.MS_REMOUNT | kernel.MS_BIND | flags)
