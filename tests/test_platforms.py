"""What a student does on macOS and Windows, as far as Linux can play them: by the portable worker, at L0."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import RIGHT, MiniCourse, Run
from tests.elsewhere import BROKEN

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="plays another system on Linux")
Elsewhere = Callable[..., Run]


@pytest.fixture(params=["darwin", "win32"])
def system(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def elsewhere(tmp_path: Path) -> Elsewhere:
    """The `grader` command on another system."""

    def run(system: str, *arguments: object, keys: str = "") -> Run:
        command = [sys.executable, str(Path(__file__).with_name("elsewhere.py")), system, *map(str, arguments)]
        environment = {"PATH": os.defpath, "HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")}
        done = subprocess.run(
            command, cwd=tmp_path, env={**environment, "LANG": "C.UTF-8", "TMPDIR": str(tmp_path)}, input=keys,
            capture_output=True, text=True, encoding="utf-8", timeout=300, check=False,
        )  # fmt: skip
        assert "Traceback" not in done.stdout + done.stderr, done.stderr
        return Run(done.returncode, done.stdout, done.stderr)

    return run


def scratch_of(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir() if path.name.startswith("grader-")]


def outcomes(run: Run) -> dict[str, str]:
    assert run.err == ""
    return {check["id"]: check["outcome"] for check in run.json["checks"]}


def test_the_doctor_tells_what_protects_a_student_there(elsewhere: Elsewhere, system: str, tmp_path: Path) -> None:
    done = elsewhere(system, "doctor")
    assert (done.code, done.err) == (0, "")
    assert "Submissions run at level L0" in done.out
    assert "scratch folder: works" in done.out
    assert ("macOS limits the memory of no process" in done.out) is (system == "darwin")
    assert scratch_of(tmp_path) == []


@pytest.mark.parametrize(
    ("source", "code", "expected"),
    [
        ("", 1, {"doubles": "missing_function", "secret": "failed"}),
        (RIGHT, 0, {"doubles": "passed", "negative": "passed", "adds": "passed", "secret": "passed"}),
        ("def double(x):\n    return x * x\n", 1, {"doubles": "failed", "negative": "failed", "secret": "failed"}),
        ("import os\ndef double(x):\n    os._exit(3)\n", 1, {"doubles": "exited"}),
        ("import ctypes\ndef double(x):\n    ctypes.string_at(0)\n", 1, {"doubles": "crashed"}),
        ("def double(x):\n    while True:\n        print('x' * 1000)\n", 1, {"doubles": "output_too_large"}),
    ],
)
def test_a_check_ends_as_it_does_on_linux(
    elsewhere: Elsewhere,
    mini: MiniCourse,
    system: str,
    tmp_path: Path,
    source: str,
    code: int,
    expected: dict[str, str],
) -> None:
    (tmp_path / "double.py").write_text(source, encoding="utf-8")
    done = elsewhere(system, "check", "double", "--course", mini.path, "--json")
    assert (done.code, done.json["isolation"]) == (code, "L0")
    assert expected.items() <= outcomes(done).items()
    assert scratch_of(tmp_path) == []


def test_a_loop_ends_when_its_time_is_over_with_the_line_where_it_was(
    elsewhere: Elsewhere, mini: MiniCourse, system: str, tmp_path: Path
) -> None:
    (tmp_path / "double.py").write_text("def double(x):\n    while True:\n        pass\n", encoding="utf-8")
    done = elsewhere(system, "check", "double", "--course", mini.path, "--only", "doubles")
    assert done.code == 1
    assert "double.py, line" in done.out
    assert "by the clock" not in done.out  # but by the CPU time that the system counts


def test_a_workspace_is_made_and_its_untouched_stub_earns_nothing(
    elsewhere: Elsewhere, mini: MiniCourse, system: str, tmp_path: Path
) -> None:
    assert elsewhere(system, "init", "work", "--course", mini.path).code == 0
    stub = next((tmp_path / "work").rglob("double.py"))
    done = elsewhere(system, "check", "double", "--course", mini.path, "--submission", stub, "--json")
    assert (done.code, done.json["score"]) == (1, 0)
    assert set(outcomes(done).values()) == {"not_attempted", "failed"}


def test_where_no_process_can_run_a_submission_no_points_are_given(
    elsewhere: Elsewhere, mini: MiniCourse, tmp_path: Path
) -> None:
    (tmp_path / "double.py").write_text((mini.exercise / "stub.py").read_text(encoding="utf-8"), encoding="utf-8")
    done = elsewhere(BROKEN, "check", "double", "--course", mini.path, "--json")
    assert (done.code, done.json["score"]) == (3, None)
    shown = elsewhere(BROKEN, "check", "double", "--course", mini.path)
    assert shown.code == 3
    assert "5 / 5" not in shown.out
    assert "points are given" not in shown.out
    assert elsewhere(BROKEN, "doctor").code == 3


def test_the_command_is_a_module_too(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "grader", "--version"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("grader, version")
