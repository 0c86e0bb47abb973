"""Every hostile program is held at every level this machine offers, and would do harm if it were not."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.hostile.harness import HERE, PROGRAMS, Header, grade_all, run_plainly

OTHERS = ("doubles", "later", "hidden_double")


def grade_as_user(level: str, folder: Path) -> dict[str, dict[str, str]]:
    """The same as an ordinary user: root gives itself up in a process of its own."""
    if os.getuid() != 0:
        return grade_all(PROGRAMS, level, folder)
    command = [sys.executable, "-m", "tests.hostile.as_user", level, str(folder)]
    done = subprocess.run(command, cwd=HERE.parents[1], capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    found: dict[str, dict[str, str]] = json.loads(done.stdout)
    return found


def not_held(setting: str, found: dict[str, dict[str, str]]) -> list[str]:
    """The programs that got away with it: something was got, or a wrong answer was graded as right."""
    bad = []
    for program in PROGRAMS:
        header, outcomes = Header.of(program), found[program.stem]
        if setting.split()[1] not in header.levels or setting == header.exempt:
            continue
        forged = [check for check in OTHERS if outcomes[check] in ("passed", "grader_error")]
        if outcomes["attack"] not in header.held or forged or outcomes["leak"]:
            bad.append(f"{program.parent.name}/{program.stem}: {outcomes}")
    return bad


@pytest.mark.parametrize(
    "setting", ["root L3", "user L2", *(pytest.param(other, marks=pytest.mark.all) for other in ("root L2", "user L1"))]
)
def test_every_attack_is_held_and_a_right_submission_after_all_of_them_is_graded_right(
    setting: str, tmp_path: Path
) -> None:
    """All programs, one after the other in one grader: what one leaves behind would show in the next."""
    who, level = setting.split()
    if who == "root" and os.getuid() != 0:
        pytest.skip("needs root")
    found = grade_all(PROGRAMS, level, tmp_path) if who == "root" else grade_as_user(level, tmp_path)
    assert not not_held(setting, found), "\n".join(not_held(setting, found))
    assert set(found["right"].values()) == {"passed"}


def test_there_are_many_programs_of_every_group_and_no_two_share_a_name() -> None:
    groups = {program.parent.name for program in PROGRAMS}
    assert groups == {"steal", "forge", "hurt_grader", "hurt_machine"}
    assert len({program.stem for program in PROGRAMS}) == len(PROGRAMS) >= 80


@pytest.mark.all
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_the_attack_would_do_harm_unprotected(program: Path, tmp_path: Path) -> None:
    """So that no attack is held only because it is misspelt."""
    assert run_plainly(program, tmp_path).startswith(Header.of(program).plain)
