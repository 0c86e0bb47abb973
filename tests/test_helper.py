"""The process that parses what a student wrote: whatever happens to it costs one notebook at most. The grader itself
never parses any of it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from grader import grade_batch, grade_submission, processes
from grader.batch import engine as local
from grader.errors import SubmissionError
from grader.processes import Helper, HelperError
from grader.results import ExerciseResult
from grader.student.file_watcher import FileState
from grader.student.workspace import is_untouched
from grader.submission import Submission
from tests import impatient
from tests.conftest import RIGHT, ROOT, GraderCommand, MiniCourse
from tests.helpers import hand_in, notebook, results_of
from tests.impatient import HARD, helper

TOO_HARD = "is too complex to parse; write simpler expressions"


def solved(more: str = "") -> str:
    return notebook(f"# exercise: double\n{more}\n{RIGHT}").decode()


def told(result: ExerciseResult) -> set[tuple[str, str]]:
    """Outcomes and messages, of public checks."""
    return {(str(check.outcome), check.message) for check in result.checks if not check.hidden}


@pytest.fixture
def parser() -> Iterator[Helper]:
    made = Helper()
    yield made
    made.close()


def pid_of(parser: Helper) -> int:
    return int(parser.call("os:getpid", ()))


# ---- one process, which may end


ENDS: dict[str, tuple[Any, ...]] = {
    "hangs": ("time:sleep", 600),
    "exits": ("os:_exit", 0),
    "crashes": ("os:abort",),
    "raises": ("operator:truediv", 1, 0),
    "is out of memory": ("tests.impatient:hungry", 2 * processes.MEMORY_MB),
    "has nothing that can be sent": ("builtins:complex", 1),
}


@pytest.mark.parametrize("how", ENDS)
def test_a_call_that_ends_the_helper_is_an_error_and_the_next_has_a_new_process(how: str) -> None:
    parser = Helper(seconds=3.0 if how == "hangs" else processes.SECONDS)
    first = pid_of(parser)
    assert pid_of(parser) == first
    function, *arguments = ENDS[how]
    with pytest.raises(HelperError):
        parser.call(function, tuple(arguments))
    assert pid_of(parser) != first
    parser.close()


def test_a_refusal_is_told_and_ends_nothing(parser: Helper) -> None:
    first = pid_of(parser)
    cells = [["cell 1", "x = 1", "total"]]
    with pytest.raises(SubmissionError, match=r"no cell for double \(it has cells for total\)"):
        parser.call("grader.submission.join:joined", (cells, "double", "", "it", False))
    assert pid_of(parser) == first


def test_after_ctrl_c_the_next_call_gets_its_own_answer(parser: Helper) -> None:
    """In a notebook the same process goes on, and asks again."""
    pid_of(parser)
    ctrl_c = threading.Timer(0.5, signal.pthread_kill, (threading.get_ident(), signal.SIGINT))
    ctrl_c.start()
    with pytest.raises(KeyboardInterrupt):
        parser.call("time:sleep", (60,))
    assert parser.call("builtins:str", ("the second",)) == "the second"


DEEP = {
    "signs": f"x = {'-' * 400_000}1",
    "a sum": f"x = {'+'.join(['1'] * 400_000)}",
    "attributes": f"x = a{'.b' * 400_000}",
    "brackets": f"x = {'[' * 400_000}",
    "a list": f"x = [{'1,' * 400_000}]",
}


@pytest.mark.parametrize("what", DEEP)
@pytest.mark.parametrize("function", ["grader.worker.source:parses", "grader.worker.source:function_digests"])
def test_text_on_which_a_parser_may_overflow_costs_one_call_at_most(parser: Helper, function: str, what: str) -> None:
    with suppress(HelperError):  # which of them it is depends on the version of Python
        assert parser.call(function, (DEEP[what],)) in (True, False, {})
    assert parser.call(function, ("def f(): pass",))


# ---- through the grader's doors


def test_deep_expressions_in_a_class_have_outcomes_the_same_in_notebooks_as_in_files(
    mini: MiniCourse, tmp_path: Path, grader: GraderCommand
) -> None:
    for number, text in enumerate(DEEP.values()):
        used = f"{text}\n{RIGHT.replace('return', 'x; return')}"  # a notebook leaves out what nobody uses
        hand_in(tmp_path / f"book{number}", double_ipynb=notebook(f"# exercise: double\n{used}"))
        hand_in(tmp_path / f"file{number}", double=used)
    hand_in(tmp_path / "good", double_ipynb=solved())
    done = grader("batch", "class", "--out", "out", "--course", mini.path, "--isolation", "L0", "--jobs", 2)
    assert done.code == 0, done.out + done.err
    found = {
        name: {outcome for outcome, _ in told(result)} for (name, _), result in results_of(tmp_path / "out").items()
    }
    assert found["good"] == {"passed"}
    for number in range(len(DEEP)):
        assert found[f"book{number}"] == found[f"file{number}"]
        assert "grader_error" not in found[f"file{number}"]


def test_a_notebook_that_takes_too_long_to_read_is_told_so_and_the_next_is_graded(
    mini: MiniCourse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "helper", helper)
    hard, good = tmp_path / "hard.ipynb", tmp_path / "good.ipynb"
    hard.write_text(solved(HARD))
    good.write_text(solved())
    for _ in range(2):
        with pytest.raises(SubmissionError, match=f"the code of '{hard}' {TOO_HARD}"):
            grade_submission(mini.path, "double", hard, isolation="L0")
        assert told(grade_submission(mini.path, "double", good, isolation="L0")) == {("passed", "")}


def test_such_a_notebook_costs_the_others_of_a_class_nothing(
    mini: MiniCourse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In real processes of a batch; only their patience is a test's."""
    monkeypatch.setattr(local, "grade_jobs", impatient.grade_jobs)
    for name in ("ada", "bo", "cy", "di"):
        content = solved(HARD if name in "bo cy" else "") + " " * ord(name[0])  # or equal ones are graded once
        hand_in(tmp_path / name, double_ipynb=content)
    summary = grade_batch(mini.path, tmp_path / "class", tmp_path / "out", isolation="L0", jobs=1)
    assert (summary.graded, summary.faults) == (4, 0)
    found = results_of(tmp_path / "out")
    for name in ("ada", "bo", "cy", "di"):
        result = found[name, "double"]
        if name in "bo cy":
            assert told(result) == {("import_error", f"the code of 'double.ipynb' {TOO_HARD}")}
            assert result.score == 0
        else:
            assert told(result) == {("passed", "")}


def test_what_nobody_could_read_is_taken_for_begun_and_for_half_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    class Dead:
        def call(self, *_: object) -> None:
            raise HelperError

    stub = "def f(x):\n    raise NotImplementedError\n"
    look = FileState(Submission(Path("f.py"), b"x = 1\n"))
    assert is_untouched(b"import os\n" + stub.encode(), stub)
    assert not look.is_doubtful
    monkeypatch.setattr(processes, "helper", Dead)
    assert not is_untouched(b"import os\n" + stub.encode(), stub)
    assert look.is_doubtful


JOURNEYS = """
import ast, json, sys
from pathlib import Path

SEEN = []
DOING = ""


def hook(event, arguments):
    if event == "compile" and "student_wrote_this" in str(arguments[0]):
        SEEN.append(DOING)


sys.addaudithook(hook)
from grader import grade_submission
from grader.batch.engine import Job, BatchConfig, JobRunner
from grader.course import load_course
from grader.student.hints import next_hint
from grader.student.workspace import make
from grader.student.file_watcher import FileWatcher
from grader.student.state import StudentState
from grader.submission import read_submission

course, files = load_course(Path(sys.argv[1])), [Path(name) for name in sys.argv[2:]]
exercise, scores = course.find("double"), []
station = JobRunner(BatchConfig(sys.argv[1], 5, isolation="L0"))
for file in files:
    DOING = "check " + file.name
    scores.append(grade_submission(course, "double", file, isolation="L0").score)
    DOING = "batch " + file.name
    scores.append(station.grade(Job("double", "digest", file.name, file.read_bytes())).result.score)
    DOING = "watch " + file.name
    look = FileWatcher(file, lambda path: read_submission(path, "double", exercise.stub_source), lambda: 0.0).look()
    DOING = "workspace " + file.name
    notebooks = file.suffix == ".ipynb"
    workspace = make(course, file.with_name(f"workspace{notebooks}"), notebooks=notebooks, remember=True).workspace
    workspace.file_of(exercise).write_bytes(file.read_bytes())
    assert workspace.started(course) == [exercise]
    next_hint(exercise, StudentState().record("double"), workspace.source_of(exercise))
station.close()
DOING = "here"
ast.parse("student_wrote_this = 1")
print(json.dumps([SEEN, scores]))
"""


def test_no_journey_parses_in_the_grader_what_a_student_wrote(mini: MiniCourse, tmp_path: Path) -> None:
    (tmp_path / "double.py").write_text("student_wrote_this = 1\n" + RIGHT)
    (tmp_path / "double.ipynb").write_text(solved("student_wrote_this = 1"))
    command = [sys.executable, "-c", JOURNEYS, mini.path, tmp_path / "double.py", tmp_path / "double.ipynb"]
    done = subprocess.run(list(map(str, command)), cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [["here"], [5.0] * 4]
