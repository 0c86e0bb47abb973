"""The file of a student's progress: what it remembers, and that nothing is lost whatever happens to it."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from grader.errors import UsageError
from grader.results import CheckResult, ExerciseResult, Outcome
from grader.student.state import ExerciseState, StateFile, StudentState, attempted, hinted
from tests.conftest import ROOT

NOON = datetime(2026, 3, 4, 12, tzinfo=UTC)
COUNTER = """
import sys
from pathlib import Path
from grader.student.state import StateFile, hinted

file, slug, most = StateFile(Path(sys.argv[1])), sys.argv[2], int(sys.argv[3])
for _ in range(most):
    after = file.change(lambda state: hinted(state, slug, state.record(slug).hints + 1))
    print(after.record(slug).hints, flush=True)
"""


def counter(path: Path, slug: str, most: int) -> subprocess.Popen[str]:
    """A process that counts in the file, and prints each number once it is written."""
    return subprocess.Popen(
        [sys.executable, "-c", COUNTER, str(path), slug, str(most)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )


def result(*outcomes: Outcome, mistakes: dict[int, str] | None = None, outstanding: float = 0.0) -> ExerciseResult:
    """One check an outcome, a point each."""
    checks = [
        CheckResult(f"c{at}", f"check {at}", outcome, float(outcome is Outcome.PASSED), 1.0)
        if at not in (mistakes or {})
        else CheckResult(
            f"c{at}", f"check {at}", outcome, 0.0, 1.0,
            misconception=(mistakes or {})[at], diagnosis=f"It is {(mistakes or {})[at]}.", advice="Do it well.",
        )
        for at, outcome in enumerate(outcomes)
    ]  # fmt: skip
    score = sum(check.score for check in checks)
    return ExerciseResult("double", "Double", score, float(len(checks)), "L0", tuple(checks), outstanding)


FAILS = result(Outcome.PASSED, Outcome.FAILED)
PASSES = result(Outcome.PASSED, Outcome.PASSED)


# What is remembered


def test_an_attempt_is_remembered_with_its_score_and_its_failed_checks() -> None:
    record = attempted(StudentState(), FAILS, "a", NOON).record("double")
    assert (record.attempts, record.score, record.best, record.max_score) == (1, 1.0, 1.0, 2.0)
    assert (record.failed, record.passed, record.source) == (("c1",), "", "a")
    assert record.first == record.last == "2026-03-04T12:00:00+00:00"


def test_passing_is_remembered_even_if_a_later_version_fails() -> None:
    state = attempted(StudentState(), PASSES, "a", NOON)
    state = attempted(state, FAILS, "b", NOON + timedelta(hours=1))
    record = state.record("double")
    assert record.passed == "2026-03-04T12:00:00+00:00"
    assert (record.passed_source, record.source) == ("a", "b")
    assert (record.best, record.score, record.attempts) == (2.0, 1.0, 2)


def test_checking_the_same_version_again_is_no_new_attempt() -> None:
    state = attempted(StudentState(), FAILS, "a", NOON)
    assert attempted(state, FAILS, "a", NOON).record("double").attempts == 1
    assert attempted(state, FAILS, "b", NOON).record("double").attempts == 2


def test_what_the_grader_failed_at_is_no_attempt() -> None:
    assert attempted(StudentState(), result(Outcome.PASSED, Outcome.GRADER_ERROR), "a", NOON) == StudentState()


def test_points_of_hidden_checks_count_to_the_most_that_can_be_reached() -> None:
    record = attempted(StudentState(), result(Outcome.PASSED, outstanding=3.0), "a", NOON).record("double")
    assert (record.best, record.max_score, record.outstanding) == (1.0, 4.0, 3.0)


def test_the_first_mistake_is_remembered_and_the_check_to_look_at_first() -> None:
    many = result(*[Outcome.FAILED] * 4, mistakes={1: "late", 2: "early", 3: "late"})
    record = attempted(StudentState(), many, "a", NOON).record("double")
    assert (record.mistake, record.first_failed) == ("late", "c0")
    assert record.mistakes == {"late": 1, "early": 1}


def test_a_mistake_that_stays_is_met_once_and_one_that_comes_back_twice() -> None:
    late = result(Outcome.FAILED, mistakes={0: "late"})
    state = StudentState()
    for source, found in [("a", late), ("b", late), ("c", FAILS), ("d", late)]:
        state = attempted(state, found, source, NOON)
    assert state.record("double").mistakes == {"late": 2}


def test_hints_are_never_forgotten() -> None:
    state = hinted(hinted(StudentState(), "double", 3), "double", 1)
    assert state.record("double") == ExerciseState(hints=3)


def test_a_day_is_the_student_s_own() -> None:
    """Two in the morning in Tokyo is still the day before in Greenwich."""
    tokyo = datetime(2026, 3, 5, 2, tzinfo=timezone(timedelta(hours=9)))
    state = attempted(StudentState(), FAILS, "a", tokyo)
    assert state.days == ("2026-03-05",)
    assert state.record("double").last == "2026-03-04T17:00:00+00:00"


@pytest.mark.parametrize(
    ("days", "streak"),
    [
        ([], 0),
        (["2026-03-04"], 1),
        (["2026-03-03"], 1),  # today has only begun
        (["2026-03-02"], 0),
        (["2026-02-28", "2026-03-01", "2026-03-02", "2026-03-03", "2026-03-04"], 5),
        (["2026-03-01", "2026-03-03", "2026-03-04"], 2),
    ],
)
def test_a_streak_counts_days_in_a_row_up_to_today(days: list[str], streak: int) -> None:
    assert StudentState(days=tuple(days)).streak(date(2026, 3, 4)) == streak


# The file


@pytest.fixture
def path(tmp_path: Path) -> Path:
    folder = tmp_path / "мой курс, größer"
    folder.mkdir()
    return folder / ".grader.json"


def test_what_is_written_is_read_again(path: Path) -> None:
    late = result(Outcome.FAILED, Outcome.PASSED, mistakes={0: "late"}, outstanding=1.0)
    after = StateFile(path).change(lambda state: attempted(state, late, "a", NOON))
    assert StateFile(path).read() == after != StudentState()


def test_a_missing_and_an_empty_file_are_an_empty_state(path: Path) -> None:
    assert StateFile(path).read() == StudentState()
    path.write_text("\n")
    assert StateFile(path).read() == StudentState()
    assert StateFile(path).repair() is None


def test_a_step_that_fails_changes_nothing_and_frees_the_lock(path: Path) -> None:
    file = StateFile(path)
    before = file.change(lambda state: hinted(state, "double", 1))
    with pytest.raises(ZeroDivisionError):
        file.change(lambda _: StudentState(schema=1 // 0))
    assert file.read() == before
    file.change(lambda state: hinted(state, "double", 2))


def test_three_processes_at_once_lose_nothing(path: Path) -> None:
    """Two count the same thing, so every change must see the one before it."""
    running = [counter(path, slug, 150) for slug in ("double", "double", "other")]
    for process in running:
        process.communicate(timeout=300)
        assert process.returncode == 0
    exercises = StateFile(path).read().exercises
    assert {slug: record.hints for slug, record in exercises.items()} == {"double": 300, "other": 150}


@pytest.fixture
def long_file(path: Path) -> Path:
    """So much in it that writing takes a while."""
    many = {f"exercise_{number}": ExerciseState(first_failed="word " * 100) for number in range(4000)}
    StateFile(path).change(lambda _: StudentState(exercises=many))
    return path


def test_a_reader_never_sees_half_a_file(long_file: Path) -> None:
    process = counter(long_file, "double", 20)
    seen = set()
    while process.poll() is None:
        seen.add(json.loads(long_file.read_bytes())["exercises"].get("double", {}).get("hints", 0))
    process.communicate()
    assert len(seen) > 1


def test_kill_9_at_any_moment_leaves_the_state_before_or_after(long_file: Path) -> None:
    written = 0
    for turn in range(6):
        process = counter(long_file, "double", 1_000_000)
        assert process.stdout is not None
        for _ in range(turn + 1):
            written = int(process.stdout.readline())
        process.kill()
        told = process.communicate()[0].split()
        found = json.loads(long_file.read_bytes())["exercises"]["double"]["hints"]
        assert found in {int(told[-1]) if told else written, (int(told[-1]) if told else written) + 1}
    names = {found.name for found in long_file.parent.iterdir()}
    assert names <= {".grader.json", ".grader.json.lock", ".grader.json.new"}


@pytest.mark.parametrize(
    "damage",
    [
        b'{"schema": 1, "exer',
        b"\xff\xfe\x00",
        b"[]",
        b'{"exercises": {"double": 3}}',
        b"<<<<<<< HEAD\n{}",
        b"[" * 99_999,
    ],
    ids=["cut", "bytes", "list", "wrong type", "conflict", "deep"],
)
def test_a_damaged_file_is_kept_and_a_new_one_begun(path: Path, damage: bytes) -> None:
    path.write_bytes(damage)
    file = StateFile(path)
    assert file.read() == StudentState()
    aside = file.repair()
    assert aside is not None
    assert aside.read_bytes() == damage
    assert file.repair() is None
    path.write_bytes(b"{")
    file.change(lambda state: hinted(state, "double", 1))
    assert file.read().record("double").hints == 1
    assert sorted(p.name for p in path.parent.glob("*.damaged*")) == [f"{path.name}.damaged1", f"{path.name}.damaged2"]


@pytest.mark.parametrize("more", [{}, {"exercises": [], "days": 7}], ids=["alike", "another form"])
def test_a_file_of_a_later_version_is_refused_and_left_alone(path: Path, more: dict[str, Any]) -> None:
    text = json.dumps({"schema": 2, **more})
    path.write_text(text)
    for act in (StateFile(path).read, StateFile(path).repair, lambda: StateFile(path).change(lambda s: s)):
        with pytest.raises(UsageError, match="later version of the grader; update this one"):
            act()
    assert path.read_text() == text
    assert list(path.parent.glob("*.damaged*")) == []


def test_what_a_later_version_adds_to_this_schema_does_no_harm(path: Path) -> None:
    path.write_text('{"schema": 1, "mood": "good", "exercises": {"double": {"hints": 2, "stars": 5}}}')
    assert StateFile(path).read().record("double").hints == 2


def test_a_file_that_cannot_be_written_is_told_in_a_sentence(path: Path) -> None:
    """A folder where the lock should be: that stops root, too."""
    path.with_name(f"{path.name}.lock").mkdir()
    with pytest.raises(UsageError, match="cannot be written: is a directory; progress is not saved"):
        StateFile(path).change(lambda state: state)
    assert not path.exists()
