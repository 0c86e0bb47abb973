"""Puts the student edition of the course into wheel and source distribution, as `grader/bundled`.

Nothing that is built holds a solution. Making the edition runs every reference and every known mistake, which takes a
minute and torch, so `make wheel` does it beforehand: here it is only included, if it belongs to what is built.
"""

import hashlib
import subprocess
import sys
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
EDITION = ROOT / "build" / "edition"
DIGEST = ROOT / "build" / "edition.sha256"  # of what the edition was made from
SOURCES = ("grader", "exercises", "solutions", "quizzes", "course.yaml")


class EditionHook(BuildHookInterface):
    """Called by hatchling for each wheel and source distribution."""

    def initialize(self, version: str, build_data: dict) -> None:
        if version == "editable" or (ROOT / "grader" / "bundled").is_dir():
            return  # a checkout uses the course beside it; a source distribution has the edition already
        if not is_current():
            sys.exit("there is no student edition of this version of the course to include; run 'make wheel' instead")
        build_data["force_include"][str(EDITION)] = "grader/bundled"


def is_current() -> bool:
    """Whether the edition was made from the engine and the course as they are now."""
    return EDITION.is_dir() and DIGEST.is_file() and DIGEST.read_text() == digest()


def digest() -> str:
    """A digest of all files that an edition depends on."""
    found = hashlib.sha256()
    for top in SOURCES:
        for path in sorted([ROOT / top, *(ROOT / top).rglob("*")]):
            if path.is_file() and "__pycache__" not in path.parts:
                content = path.read_bytes()
                found.update(f"{path.relative_to(ROOT).as_posix()}\0{len(content)}\0".encode() + content)
    return found.hexdigest()


def make_edition() -> None:
    """Make the edition again, unless it is current."""
    if not is_current():
        before = digest()
        subprocess.run([Path(sys.executable).with_name("grader"), "release", EDITION, "--course", ROOT], check=True)
        DIGEST.write_text(before)


if __name__ == "__main__":
    make_edition()
