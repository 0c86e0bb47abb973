"""A changed program grades anew, wherever in the package the change is: nobody keeps a list of files that matter."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT, MiniCourse

RIGHT = "import numpy as np\n\ndef double(x):\n    return 2 * np.asarray(x)\n\ndef total(x):\n    return np.sum(x)\n"


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A folder with a copy of this package in it."""
    shutil.copytree(ROOT / "grader", tmp_path / "copy" / "grader", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path / "copy"


def graded(package: Path, course: Path, tmp_path: Path) -> int:
    """How many solutions a batch by that copy grades."""
    arguments = ["batch", "class", "--out", "out", "--course", str(course), "--isolation", "L0", "--json"]
    run = subprocess.run(
        [sys.executable, "-c", "from grader.cli import main; main()", *arguments],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(package), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    return int(json.loads(run.stdout)["graded"])


def test_a_class_is_graded_again_when_a_function_has_moved_to_another_module(
    package: Path, mini: MiniCourse, tmp_path: Path
) -> None:
    (tmp_path / "class" / "ada").mkdir(parents=True)
    (tmp_path / "class" / "ada" / "double.py").write_text(RIGHT)
    assert [graded(package, mini.path, tmp_path) for _ in range(2)] == [1, 0]
    module = package / "grader" / "diagnose.py"
    (module.parent / "moved.py").write_text(module.read_text())
    module.write_text("from grader.moved import *\nfrom grader.moved import KnownMistake, Observed, diagnose\n")
    assert [graded(package, mini.path, tmp_path) for _ in range(2)] == [1, 0]
    moved = module.parent / "moved.py"
    moved.write_text(f"{moved.read_text()}\n# another rule\n")
    assert [graded(package, mini.path, tmp_path) for _ in range(2)] == [1, 0]
