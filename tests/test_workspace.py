"""A student's folder: made, found, kept; the exercise that is meant, and the one being worked on."""

from __future__ import annotations

import json
import os
import shutil
import zipfile
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
import pytest

from grader.course import Course, Exercise
from grader.errors import UsageError
from grader.results import CheckResult, ExerciseResult, Outcome
from grader.student.hints import MAGIC, HintKind, next_hint
from grader.student.progress import progress
from grader.student.state import StudentState, attempted, hinted
from grader.student.submit import collect, packed, standings
from grader.student.workspace import (
    STATE,
    Status,
    Workspace,
    course_of,
    digest,
    find_exercise,
    find_workspace,
    make,
    reset,
)
from tests.conftest import RIGHT, MiniCourse

NOON = datetime(2026, 3, 4, 12, tzinfo=UTC)


@pytest.fixture
def course(mini: MiniCourse) -> Course:
    """Four exercises in two parts; the second has something provided, and a picture."""
    for name in ("1_basics/02_masking", "2_more/01_masks", "2_more/02_twice"):
        for top in ("exercises", "solutions"):
            shutil.copytree(mini.path / top / "1_basics/01_double", mini.path / top / name)
    mini.write("exercises/1_basics/02_masking/provided.py", "HALF = 0.5\n")
    mini.write("exercises/1_basics/02_masking/pictures/plan.svg", "<svg/>")
    mini.write("exercises/1_basics/02_masking/README.md", "# Masking\n\n![The plan](pictures/plan.svg)\n")
    return mini.load()


@pytest.fixture
def workspace(course: Course, tmp_path: Path) -> Workspace:
    return make(course, tmp_path / "my größe", notebooks=False, remember=True).workspace


def write(workspace: Workspace, exercise: Exercise, source: str = RIGHT, at: int = 0) -> Path:
    """The student saves their file, `at` seconds after the others."""
    file = workspace.file_of(exercise)
    file.write_text(source, encoding="utf-8")
    os.utime(file, (2e9 + at, 2e9 + at))
    return file


def passes(workspace: Workspace, exercise: Exercise, at: datetime = NOON) -> None:
    check = CheckResult("doubles", "every value is doubled", Outcome.PASSED, 2.0, 2.0)
    result = ExerciseResult(exercise.slug, exercise.title, 2.0, 2.0, "L0", (check,), outstanding=1.0)
    source = digest(workspace.source_of(exercise) or b"")
    workspace.state.change(lambda state: attempted(state, result, source, at))


# Making one


def test_a_workspace_has_stub_and_statement_and_what_comes_with_them(course: Course, workspace: Workspace) -> None:
    found = {path.relative_to(workspace.path).as_posix() for path in workspace.path.rglob("*") if path.is_file()}
    assert found >= {"README.md", ".gitignore", ".vscode/tasks.json", STATE}
    assert found >= {f"{folder.part.folder}/{folder.path.name}/{folder.slug}.py" for folder in course.folders}
    here = "1_basics/02_masking"
    assert found >= {f"{here}/README.md", f"{here}/provided.py", f"{here}/pictures/plan.svg"}
    for exercise in course.exercises:
        assert workspace.file_of(exercise).read_text(encoding="utf-8") == exercise.stub_source
    assert workspace.started(course) == []


def test_making_it_again_overwrites_nothing_and_adds_what_is_missing(course: Course, workspace: Workspace) -> None:
    mine = write(workspace, course.find("double"))
    (workspace.path / "README.md").write_text("my notes")
    workspace.state.change(lambda state: StudentState(course=state.course, days=("2026-03-04",)))
    lost = workspace.file_of(course.find("twice"))
    lost.unlink()
    made = make(course, workspace.path, notebooks=False, remember=True)
    assert made.written == ("2_more/02_twice/twice.py",)
    assert "1_basics/01_double/double.py" in made.kept
    assert mine.read_text() == RIGHT
    assert (workspace.path / "README.md").read_text() == "my notes"
    assert lost.read_text(encoding="utf-8") == course.find("twice").stub_source
    assert workspace.state.read().days == ("2026-03-04",)


def test_the_course_is_remembered_by_a_path_that_may_travel(
    course: Course, workspace: Workspace, tmp_path: Path
) -> None:
    """Course and workspace move together to another machine."""
    text = (workspace.path / STATE).read_text()
    assert json.loads(text)["course"] == "../mini"
    assert str(tmp_path) not in text
    assert course_of(workspace) == course.path.resolve()
    moved = tmp_path / "elsewhere"
    moved.mkdir()
    for path in (workspace.path, course.path):
        shutil.move(path, moved)
    there = find_workspace(moved / workspace.path.name)
    assert there is not None
    assert course_of(there) == (moved / "mini").resolve()


def test_a_course_that_need_not_be_remembered_is_not(course: Course) -> None:
    made = make(course, course.path / "work", notebooks=False, remember=False).workspace
    assert course_of(made) is None


def test_a_folder_that_is_a_course_is_no_place_for_a_workspace(course: Course) -> None:
    with pytest.raises(UsageError, match="is a course; make the workspace in a folder of its own"):
        make(course, course.path, notebooks=False, remember=False)


def test_a_folder_in_the_place_of_a_file_is_told(course: Course, tmp_path: Path) -> None:
    (tmp_path / "work/README.md").mkdir(parents=True)
    with pytest.raises(UsageError, match="something else is in the way"):
        make(course, tmp_path / "work", notebooks=False, remember=False)


def test_a_broken_exercise_stops_it_before_a_file_is_written(course: Course, mini: MiniCourse, tmp_path: Path) -> None:
    (mini.path / "exercises/2_more/02_twice/README.md").unlink()
    with pytest.raises(Exception, match=r"02_twice/README\.md"):
        make(course, tmp_path / "work", notebooks=False, remember=False)
    assert not (tmp_path / "work").exists()


def test_a_workspace_is_found_from_any_folder_within_it(workspace: Workspace, tmp_path: Path) -> None:
    assert find_workspace(workspace.path / "1_basics" / "01_double" / "double.py") == workspace
    assert find_workspace(workspace.path) == workspace
    assert find_workspace(tmp_path) is None


# What is being worked on


def test_the_first_exercise_is_where_one_begins(course: Course, workspace: Workspace) -> None:
    assert workspace.current(course, workspace.path) is course.find("double")


def test_the_exercise_saved_last_is_being_worked_on(course: Course, workspace: Workspace) -> None:
    write(workspace, course.find("masks"), at=5)
    write(workspace, course.find("masking"), at=9)
    write(workspace, course.find("double"), at=2)
    assert workspace.current(course, workspace.path) is course.find("masking")
    assert [exercise.slug for exercise in workspace.started(course)] == ["double", "masking", "masks"]


def test_within_an_exercise_s_folder_it_is_that_one(course: Course, workspace: Workspace) -> None:
    write(workspace, course.find("masking"))
    twice = course.find("twice")
    assert workspace.current(course, workspace.folder_of(twice)) is twice


def test_a_passed_exercise_is_done_until_it_is_changed(course: Course, workspace: Workspace) -> None:
    double, masking = course.find("double"), course.find("masking")
    write(workspace, double, at=9)
    passes(workspace, double)
    assert workspace.current(course, workspace.path) is masking
    write(workspace, double, RIGHT.replace("\n", "\r\n"), at=10)  # another machine's line ends
    assert workspace.current(course, workspace.path) is masking
    write(workspace, double, RIGHT + "# better\n", at=11)
    assert workspace.current(course, workspace.path) is double
    assert workspace.status_of(double, workspace.state.read()) is Status.CHANGED


def test_the_next_one_is_the_first_not_passed_and_the_search_goes_around(course: Course, workspace: Workspace) -> None:
    double, masking, masks, twice = course.exercises
    assert workspace.next_after(course, masking) is masks
    passes(workspace, masks)
    passes(workspace, twice)
    assert workspace.next_after(course, masking) is double
    passes(workspace, double)
    passes(workspace, masking)
    assert workspace.next_after(course, masking) is None
    assert workspace.current(course, workspace.path) is None


def test_only_the_exercise_worked_on_is_read(course: Course, workspace: Workspace, mini: MiniCourse) -> None:
    """`grader check` waits for this, and another exercise may be broken."""
    for name in ("1_basics/02_masking", "2_more/02_twice"):
        mini.write(f"exercises/{name}/exercise.yaml", "title: [unclosed\n")
    write(workspace, course.find("masks"))
    found = workspace.current(mini.load(), workspace.path)
    assert found is not None
    assert found.slug == "masks"


# Which one is meant


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("masking", "masking"), ("02_masking", "masking"), ("1_basics/02_masking", "masking"), ("masking/", "masking"),
        ("1", "double"), ("4", "twice"), ("2.1", "masks"), ("1.2", "masking"), ("01", "double"),
        ("d", "double"), ("tw", "twice"), ("maski", "masking"), ("Twice", "twice"), ("02_tw", "twice"),
        ("masks.py", "masks"), ("masks.ipynb", "masks"), ("somewhere/else/masks.py", "masks"), ("masks.PY", "masks"),
        ("2_more/02_twice/twice.py", "twice"), ("2_more/02_twice/helper.py", "twice"), ("./2_more/02_twice", "twice"),
        (r"2_more\02_twice\twice.py", "twice"), (r"C:\Users\me\work\2_more\02_twice\masks.py", "masks"),
        ("2_more", "masks"), ("2_more.ipynb", "masks"),
    ],
)  # fmt: skip
def test_an_exercise_goes_by_many_names(course: Course, text: str, slug: str) -> None:
    assert find_exercise(course, text) is course.find(slug)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("mask", "'mask' may be masking or masks; write more of the name"),
        ("dobule", "no exercise 'dobule'; did you mean 'double'? 'grader list' shows them all"),
        ("0", "no exercise 0; the numbers go from 1 to 4: 'grader list' shows them"),
        ("5", "no exercise 5; the numbers go from 1 to 4"),
        ("2.3", "no exercise 2.3; the numbers go from 2.1 to 2.2"),
        ("7.1", "no exercise 7.1; there is no part 7"),
        ("dubble.py", "'dubble.py' is not named after an exercise; did you mean 'double'?"),
        ("zzz.py", "'zzz.py' is not named after an exercise; name the exercise and --submission FILE"),
        ("1_basics/09_double", "no exercise '1_basics/09_double'; did you mean 'double'?"),
        ("", "no exercise ''"),
        (".", "no exercise '.'"),
        ("²", "no exercise '²'"),
    ],
)
def test_what_is_no_exercise_is_told_with_what_may_be_meant(course: Course, text: str, words: str) -> None:
    with pytest.raises(UsageError) as told_:
        find_exercise(course, text)
    assert str(told_.value).startswith(words)


def test_a_file_in_an_exercise_s_folder_belongs_to_it_whatever_its_name(
    course: Course, workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = workspace.folder_of(course.find("twice"))
    assert find_exercise(course, str(folder / "masks.py"), workspace) is course.find("twice")
    monkeypatch.chdir(folder)
    for text in (".", "helper.py", "../02_twice/masks.py"):
        assert find_exercise(course, text, workspace) is course.find("twice")


def test_a_part_stands_for_its_exercise_being_worked_on(course: Course, workspace: Workspace) -> None:
    masks, twice = course.find("masks"), course.find("twice")
    assert find_exercise(course, "2_more", workspace) is masks
    write(workspace, twice)
    assert find_exercise(course, "2_more", workspace) is twice
    passes(workspace, twice)
    passes(workspace, masks)
    assert find_exercise(course, "2_more", workspace) is masks


# Hints


def test_hints_come_in_order_and_then_an_end(course: Course) -> None:
    double, state = course.find("double"), StudentState()
    seen = []
    for _ in range(5):
        hint = next_hint(double, state.record("double"))
        seen.append((hint.kind, hint.text if hint.kind is HintKind.HINT else ""))
        state = hinted(state, "double", hint.number, hint.function)
    assert seen[:3] == [(HintKind.HINT, text) for text in double.hints]
    assert seen[3:] == [(HintKind.END, "")] * 2
    assert state.record("double").hints == 3
    end = next_hint(double, state.record("double")).text
    assert "grader show double" in end
    assert "grader solution double" in end


LADDER = (
    {"double": "What is twice 3?", "total": "Which function adds?"},
    {"double": "x + x"},
    "Read the statement once more.",
)


def checked(double: Exercise, *failed: str, source: bytes = RIGHT.encode()) -> StudentState:
    """After a check in which these failed."""
    checks = tuple(
        CheckResult(spec.id, spec.title, Outcome.FAILED if spec.id in failed else Outcome.PASSED, 0.0, 2.0,
                    misconception="squared" if spec.id in failed else None, diagnosis="The value is squared.")
        for spec in double.checks
    )  # fmt: skip
    return attempted(StudentState(), ExerciseResult("double", "Double", 0.0, 2.0, "L0", checks), digest(source), NOON)


def test_a_hint_is_about_what_the_first_failed_check_calls_and_never_repeats_its_diagnosis(course: Course) -> None:
    double, source = msgspec.structs.replace(course.find("double"), ladder=LADDER), RIGHT.encode()
    assert next_hint(double, StudentState().record("double")).text == "What is twice 3?", "nothing was checked"
    adds = checked(double, "adds")
    hint = next_hint(double, adds.record("double"), source)
    assert (hint.title, hint.text) == ("Hint 1 of 2 about total", "Which function adds?")
    assert hint.about == "'the total is the sum' fails first; 'grader check double --only adds' runs just this check."
    assert "squared" not in hint.about + hint.text
    adds = hinted(adds, "double", hint.number, hint.function)
    assert next_hint(double, adds.record("double"), source).text == "Read the statement once more."
    both = msgspec.structs.replace(adds, exercises={"double": msgspec.structs.replace(
        checked(double, "doubles", "adds").record("double"), function_hints={"total": 2})})  # fmt: skip
    assert next_hint(double, both.record("double"), source).text == "What is twice 3?", "a count for each"
    end = next_hint(double, hinted(adds, "double", 2, "total").record("double"), source)
    assert end.text.startswith("You have seen all 2 hints about total;")


def test_in_a_notebook_a_hint_speaks_of_magics(course: Course) -> None:
    double = course.find("double")
    state = hinted(checked(double, "doubles"), "double", 2)
    hint = next_hint(double, state.record("double"), command=MAGIC)
    assert "'%check double --only doubles'" in hint.about
    end = next_hint(double, hinted(state, "double", 3).record("double"), command=MAGIC)
    assert "'%show double'" in end.text
    assert "grader" not in hint.about + end.about + end.text


def test_a_hint_about_a_version_that_has_changed_says_so(course: Course) -> None:
    double = course.find("double")
    record = checked(double, "doubles").record("double")
    assert "You have changed the file since" in next_hint(double, record, RIGHT.encode() + b"x = 1\n").about
    assert "changed" not in next_hint(double, record, RIGHT.encode()).about


# Reset


def test_reset_brings_back_the_stub_and_keeps_every_version(course: Course, workspace: Workspace) -> None:
    double = course.find("double")
    for number, source in enumerate((RIGHT, "half = 'größ"), 1):
        file = write(workspace, double, source)
        kept = reset(workspace, double)
        assert kept == file.with_name(f"double.py.backup{number}")
        assert kept.read_text(encoding="utf-8") == source
        assert file.read_text(encoding="utf-8") == double.stub_source
    with pytest.raises(UsageError, match="is still the stub; there is nothing to reset"):
        reset(workspace, double)


def test_reset_of_a_file_that_is_gone_writes_the_stub(course: Course, workspace: Workspace) -> None:
    double = course.find("double")
    shutil.rmtree(workspace.folder_of(double))
    assert reset(workspace, double) == workspace.file_of(double)
    assert workspace.file_of(double).read_text(encoding="utf-8") == double.stub_source


@pytest.mark.parametrize(
    ("method", "name"), [("open", "double.py.backup1"), ("open", "double.py"), ("replace", "double.py")]
)
def test_a_reset_that_fails_at_any_step_loses_nothing(
    course: Course, workspace: Workspace, monkeypatch: pytest.MonkeyPatch, method: str, name: str
) -> None:
    """Faked: a test cannot fill a disk."""
    double, really, failed = course.find("double"), getattr(Path, method), []
    file = write(workspace, double)

    def full(path: Path, *more: Any, **options: Any) -> Any:
        if path.name == name and not failed and more[:1] != ("rb",) and options.get("mode") != "rb":
            failed.append(path)
            raise OSError(28, "No space left on device")
        return really(path, *more, **options)

    monkeypatch.setattr(Path, method, full)
    with pytest.raises(UsageError, match="no space left on device"):
        reset(workspace, double)
    assert failed
    assert file.read_text() == RIGHT
    assert list(file.parent.glob("*backup*")) == []


def test_a_save_at_the_moment_of_a_reset_is_not_lost(
    course: Course, notebooks: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Jupyter saves just before the notebook is moved; and then once more, just after."""
    file, really = notebooks.path / "1_basics.ipynb", Path.replace
    fill(file, "double", RIGHT)
    fill(file, "masking", RIGHT)
    saves = [{"before": True}, {"before": False}]

    def busy(path: Path, target: Path) -> Path:
        when = saves.pop(0) if saves and path == file else {}
        if when.get("before"):
            fill(file, "double", "# a new idea\n" + RIGHT)
        moved = really(path, target)
        if when.get("before") is False:
            file.write_text("saved after")
        return moved

    monkeypatch.setattr(Path, "replace", busy)
    with pytest.raises(UsageError, match="was saved meanwhile; nothing was changed: try again"):
        reset(notebooks, course.find("masking"))
    assert "a new idea" in file.read_text()
    with pytest.raises(UsageError, match=r"saved meanwhile and stays; the version before is kept as .*backup1"):
        reset(notebooks, course.find("masking"))
    assert file.read_text() == "saved after"
    assert "a new idea" in file.with_name("1_basics.ipynb.backup1").read_text()


# Progress


def test_progress_counts_by_part_with_points_streak_mistakes_and_the_next_step(
    course: Course, workspace: Workspace
) -> None:
    double, masking, masks, _ = course.exercises
    write(workspace, double)
    state = checked(double, "doubles", source=b"")
    workspace.state.change(
        lambda before: StudentState(course=before.course, days=state.days, exercises=state.exercises)
    )
    for number, exercise in enumerate((double, masks)):
        passes(workspace, exercise, NOON + timedelta(days=number))
    write(workspace, masking)
    found = progress(course, workspace, workspace.path, (NOON + timedelta(days=2)).date())
    first, second = found.parts
    assert (first.number, first.title, first.passed, first.started, first.open) == (1, "Basics", 1, 1, 0)
    assert (first.points, first.max_points, second.points) == (2.0, 10.0, 2.0)
    assert (found.streak, found.days, found.outstanding) == (2, 2, 2.0)
    assert [(met.name, met.exercise, met.times) for met in found.mistakes] == [("squared", "double", 1)]
    assert found.next is not None
    assert (found.next.exercise.slug, found.next.status) == ("masking", Status.STARTED)
    assert (found.total.passed, found.total.exercises) == (2, 4)


# Packing


def zipped(course: Course, workspace: Workspace, now: datetime = NOON) -> bytes:
    work = collect(course, workspace)
    return packed(course, work, {}, standings(work.pieces, {}, workspace.state.read(), now), now).data


def test_equal_work_gives_equal_bytes_but_for_the_time(course: Course, workspace: Workspace, tmp_path: Path) -> None:
    other = make(course, tmp_path / "another place", notebooks=False, remember=True).workspace
    for number, place in enumerate((workspace, other)):
        for slug in ("double", "twice") if number else ("twice", "double"):
            write(place, course.find(slug), at=number)
    assert zipped(course, workspace) == zipped(course, other)
    with zipfile.ZipFile(BytesIO(zipped(course, other))) as archive:
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    assert zipped(course, workspace) != zipped(course, other, NOON + timedelta(seconds=1))


def test_a_file_that_cannot_be_read_does_not_pass_for_one_that_is_not_started(
    course: Course, workspace: Workspace
) -> None:
    file = workspace.file_of(course.find("double"))
    file.unlink()
    file.mkdir()
    notebook = workspace.path / "2_more.ipynb"
    notebook.write_text("<html>")
    work = collect(course, workspace)
    assert work.pieces == ()
    assert "is a folder" in work.unreadable[0]
    assert "is a web page" in work.unreadable[1]


# Notebooks


@pytest.fixture
def notebooks(course: Course, tmp_path: Path) -> Workspace:
    return make(course, tmp_path / "notebooks", notebooks=True, remember=True).workspace


def fill(notebook: Path, slug: str, source: str) -> None:
    """The student writes into the cell of an exercise, runs it, and saves."""
    content = json.loads(notebook.read_text(encoding="utf-8"))
    cell = next(cell for cell in content["cells"] if "".join(cell["source"]).startswith(f"# exercise: {slug}\n"))
    cell["source"] = f"# exercise: {slug}\n{source}"
    cell["outputs"] = [{"output_type": "stream", "name": "stdout", "text": "größer"}]
    cell["execution_count"] = 3
    notebook.write_text(json.dumps(content), encoding="utf-8")


def test_a_notebook_is_the_file_of_all_its_exercises(course: Course, notebooks: Workspace) -> None:
    names = {path.name for path in notebooks.path.iterdir()}
    assert names >= {"1_basics.ipynb", "2_more.ipynb", "README.md", STATE}
    assert "1_basics" not in names
    masking = course.find("masking")
    assert notebooks.started(course) == []
    assert notebooks.file_of(masking) == notebooks.path / "1_basics.ipynb"
    fill(notebooks.file_of(masking), "masking", RIGHT)
    assert notebooks.started(course) == [masking]
    assert notebooks.current(course, notebooks.path) is masking
    assert find_exercise(course, "1_basics.ipynb", notebooks) is masking


def test_reset_in_a_notebook_changes_the_cell_of_the_exercise_and_no_other(
    course: Course, notebooks: Workspace
) -> None:
    file, masking = notebooks.path / "1_basics.ipynb", course.find("masking")
    for slug in ("double", "masking"):
        fill(file, slug, RIGHT)
    before = file.read_bytes()
    kept = reset(notebooks, masking)
    assert kept == file.with_name("1_basics.ipynb.backup1")
    assert kept.read_bytes() == before
    assert notebooks.started(course) == [course.find("double")]
    old, new = (json.loads(data)["cells"] for data in (before, file.read_bytes()))
    changed = [(one, other) for one, other in zip(old, new, strict=True) if one != other]
    assert len(changed) == 1
    cell = changed[0][1]
    assert "".join(cell["source"]) == f"# exercise: masking\n{masking.stub_source.strip()}"
    assert (cell["outputs"], cell["execution_count"], cell["id"]) == ([], None, changed[0][0]["id"])


def test_reset_finds_the_cell_of_each_function(course: Course, notebooks: Workspace) -> None:
    """The student wrote two cells, added one above them, and deleted the one of the imports."""
    file, double = notebooks.path / "1_basics.ipynb", course.find("double")
    fresh = json.loads(file.read_text())["cells"]
    content = json.loads(file.read_text())
    own = [cell for cell in content["cells"] if cell["metadata"].get("grader") == {"exercise": "double"}]
    own[1]["source"] = "# exercise: double\nimport math\ndef double(x):\n    return math.fsum([x, x])\n"
    own[2]["source"] = ["# exercise: double\n", "\n", "def total(x):\n", "    return sum(x)"]
    file.write_text(json.dumps(content))
    assert notebooks.started(course) == [double]
    reset(notebooks, double)
    assert notebooks.started(course) == []
    old, new = (
        [("".join(cell["source"]), cell["id"]) for cell in cells]
        for cells in (fresh, json.loads(file.read_text())["cells"])
    )
    assert new == old
    content["cells"].remove(own[0])
    file.write_text(json.dumps(content))
    reset(notebooks, double)
    sources = ["".join(cell["source"]) for cell in json.loads(file.read_text())["cells"]]
    assert any("import numpy" in source and "def double" in source for source in sources)
    assert notebooks.started(course) == []


def test_a_file_that_is_no_longer_the_stub_goes_before_the_notebook(course: Course, notebooks: Workspace) -> None:
    """Both forms in one workspace: whoever works in a file means the file."""
    make(course, notebooks.path, notebooks=False, remember=True)
    double = course.find("double")
    assert notebooks.file_of(double).suffix == ".ipynb"
    (notebooks.folder_of(double) / "double.py").write_text(RIGHT)
    assert notebooks.file_of(double).suffix == ".py"


def test_a_notebook_is_packed_once_for_all_its_exercises(course: Course, notebooks: Workspace) -> None:
    file = notebooks.path / "1_basics.ipynb"
    for slug in ("double", "masking"):
        fill(file, slug, RIGHT)
    work = collect(course, notebooks)
    made = packed(course, work, {}, {}, NOON)
    assert [piece.exercise.slug for piece in work.pieces] == ["double", "masking"]
    assert made.files == {"1_basics.ipynb": file.read_bytes()}
    assert work.unreadable == ()
