"""Every hostile program is held at every level this machine offers, and would do harm if it were not."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.hostile.harness import HERE, PROGRAMS, Header, grade_all, run_plainly

SETTINGS = ("root L3", "root L2", "user L2", "user L1")
# Under xdist each setting stays on one worker: its fixture grades all programs once.
in_every_setting = pytest.mark.parametrize(
    "held",
    [pytest.param(name, marks=pytest.mark.xdist_group(name.replace(" ", "_"))) for name in SETTINGS],
    indirect=True,
    scope="module",
)


@pytest.fixture(scope="module")
def held(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[str, dict[str, dict[str, str]]]:
    """All programs, graded one after the other by one grader: what one leaves behind would show in the next."""
    who, level = request.param.split()
    folder = tmp_path_factory.mktemp("hostile")
    if who == "root":
        if os.getuid() != 0:
            pytest.skip("needs root")
        return request.param, grade_all(PROGRAMS, level, folder)
    if os.getuid() != 0:
        return request.param, grade_all(PROGRAMS, level, folder)
    done = subprocess.run(
        [sys.executable, "-m", "tests.hostile.as_user", level, str(folder)],
        cwd=HERE.parents[1],
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return request.param, json.loads(done.stdout)


@in_every_setting
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_the_attack_is_held(program: Path, held: tuple[str, dict[str, dict[str, str]]]) -> None:
    setting, found = held
    header = Header.of(program)
    if setting.split()[1] not in header.levels or setting == header.exempt:
        return
    outcomes = found[program.stem]
    assert outcomes["attack"] in header.held, outcomes
    for check in ("doubles", "later", "hidden_double"):
        assert outcomes[check] not in ("passed", "grader_error"), outcomes


@in_every_setting
def test_a_right_submission_after_all_of_them_is_graded_right(held: tuple[str, dict[str, dict[str, str]]]) -> None:
    _, found = held
    assert set(found["right"].values()) == {"passed"}


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_the_attack_would_do_harm_unprotected(program: Path, tmp_path: Path) -> None:
    """So that no attack is held only because it is misspelt."""
    what = Header.of(program).plain
    assert run_plainly(program, tmp_path).startswith(what)
