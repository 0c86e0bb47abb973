"""A file system that holds what Python needs to run and nothing else. Built once, by the server.

The course, the solutions, home folders and other people's files are not hidden in it: they are not there.
"""

from __future__ import annotations

import os
import sys
import sysconfig

from grader.worker.sandbox import kernel

SCRATCH = "/box/scratch"  # in a folder of its own: Landlock skips the rule on a mount point and takes its parent's
_SYSTEM = ("/usr/lib", "/usr/lib64", "/usr/local/lib", "/lib", "/lib64", "/usr/share/zoneinfo", "/etc/ld.so.cache")
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


def readable() -> list[str]:
    """Folders and files that a child may read: the C libraries, Python and its packages, this package."""
    library = sysconfig.get_paths()
    wanted = [
        *_SYSTEM,
        *_FACTS,
        library["stdlib"],
        library["platstdlib"],
        library["purelib"],
        library["platlib"],
        *_own_modules(),
    ]
    wanted += [path for path in sys.path if os.path.isdir(path) and path.endswith(("-packages", "lib-dynload"))]  # noqa: PTH112
    wanted.append(os.path.join(sys.base_prefix, "lib"))  # noqa: PTH118
    return _outermost([path for path in dict.fromkeys(wanted) if os.path.exists(path)])  # noqa: PTH110


def _own_modules() -> list[str]:
    """The few modules of this package that a child uses: a course may be installed beside the others."""
    worker = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120
    package = os.path.dirname(worker)  # noqa: PTH120
    return [worker, *(f"{package}/{name}.py" for name in ("__init__", "checks", "errors", "values"))]


def _outermost(paths: list[str]) -> list[str]:
    real = sorted({os.path.realpath(path) for path in paths} | {path for path in paths if os.path.islink(path)})  # noqa: PTH114
    return [path for path in real if not any(path.startswith(f"{other}/") for other in real)]


def build() -> None:
    """Give this process a file system of its own. Needs a mount namespace of its own."""
    temporary = os.open("/tmp", os.O_PATH | os.O_DIRECTORY)
    name = f"grader-root-{os.urandom(8).hex()}"
    os.mkdir(name, 0o700, dir_fd=temporary)
    try:
        _build(f"/tmp/{name}")
    finally:
        os.rmdir(name, dir_fd=temporary)  # where the new root was mounted, seen from the old one
        os.close(temporary)


def _build(root: str) -> None:
    kernel.mount("none", "/", flags=kernel.MS_REC | kernel.MS_PRIVATE)
    kernel.mount("tmpfs", root, "tmpfs", kernel.MS_NOSUID | kernel.MS_NODEV, "size=1m,mode=755")
    for path in readable():
        _show(path, root)
    for device in DEVICES:
        _show(device, root, device=True)
    os.makedirs(root + SCRATCH, exist_ok=True)  # noqa: PTH103
    kernel.mount(
        "none", root, flags=kernel.MS_REMOUNT | kernel.MS_BIND | kernel.MS_RDONLY | kernel.MS_NOSUID | kernel.MS_NODEV
    )
    kernel.pivot_root(root)


def _show(path: str, root: str, device: bool = False) -> None:
    target = root + path
    if os.path.islink(path):  # noqa: PTH114
        os.makedirs(os.path.dirname(target), exist_ok=True)  # noqa: PTH103, PTH120
        os.symlink(os.readlink(path), target)  # noqa: PTH115, PTH211
        return
    if os.path.isdir(path):  # noqa: PTH112
        os.makedirs(target, exist_ok=True)  # noqa: PTH103
    else:
        os.makedirs(os.path.dirname(target), exist_ok=True)  # noqa: PTH103, PTH120
        os.close(os.open(target, os.O_CREAT | os.O_WRONLY, 0o644))
    kernel.mount(path, target, flags=kernel.MS_BIND | kernel.MS_REC)
    kernel.mount(
        "none", target, flags=kernel.MS_REMOUNT | kernel.MS_BIND | _flags(target) | (0 if device else kernel.MS_RDONLY)
    )


def _flags(path: str) -> int:
    """What a mount has already: in a user namespace none of it may be taken away."""
    found = os.statvfs(path).f_flag
    return kernel.MS_NOSUID | sum(flag for seen, flag in _LOCKED if found & seen and flag != kernel.MS_NOSUID)
