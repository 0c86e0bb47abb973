"""How a batch finds what was handed in: in every layout, whose it is, which attempt, which file answers what."""

from __future__ import annotations

import json
import os
import pickle
import sys
import zipfile
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.errors import UsageError
from grader.submission.answers import AnswerFile, StubNames, account
from grader.submission.discover import DiscoveredClass, Layout, SubmissionFiles, discover
from grader.submission.layouts import parse_time
from grader.submission.names import exercise_of, identity
from grader.submission.roster import Identity, read_roster
from tests.helpers import notebook, zipped

SLUGS = ("masking", "softmax", "multi_head", "head")
MASKING, SOFTMAX = b"def masked(): ...\n", b"def softmax(): ...\n"
Tree = dict[str, bytes]


def in_folder(path: Path, files: Tree) -> Path:
    for name, content in files.items():
        file = path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    return path


def in_zip(path: Path, files: Tree) -> Path:
    whole = path.with_suffix(".zip")
    whole.write_bytes(zipped(files))
    return whole


def in_wrapped_zip(path: Path, files: Tree) -> Path:
    """As `zip -r class.zip class` makes it, or a Mac."""
    return in_zip(path, {**{f"class/{name}": content for name, content in files.items()}, "__MACOSX/._class": b"x"})


Lay = Callable[[Tree], Path]


@pytest.fixture(params=[in_folder, in_zip, in_wrapped_zip])
def lay(request: pytest.FixtureRequest, tmp_path: Path) -> Lay:
    """Puts files where a person would have them: in a folder, in one zip, in a folder in a zip."""
    return lambda files: request.param(tmp_path / "class", files)


def found_in(path: Path, layout: str = "auto", roster: str = "") -> DiscoveredClass:
    if roster:
        file = path.with_name("roster.csv")
        file.write_text(roster, encoding="utf-8")
        return discover(path, layout=layout, slugs=SLUGS, roster=read_roster(file))
    return discover(path, layout=layout, slugs=SLUGS)


def answers(files: SubmissionFiles) -> Mapping[str, AnswerFile]:
    return account(files, StubNames(dict.fromkeys(SLUGS, b""))).answers


def students(found: DiscoveredClass) -> dict[str, list[str]]:
    """Student → names of all files."""
    return {one.student: [name for name, _ in one.read().entries] for one in found.handed}


def told(found: DiscoveredClass) -> dict[str, str]:
    return {problem.file: problem.sentence for problem in found.problems}


def test_a_folder_for_each_student(lay: Lay) -> None:
    path = lay({"jane/masking.py": MASKING, "jane/hw/softmax.py": SOFTMAX, "bob/masking.py": b"b", "grades.xlsx": b"x"})
    found = found_in(path)
    assert found.layout is Layout.FOLDERS
    assert students(found) == {"bob": ["masking.py"], "jane": ["hw/softmax.py", "masking.py"]}
    assert told(found) == {"grades.xlsx": "it is next to the students' folders and belongs to no student"}
    bob = found.handed[0]
    assert (bob.name, bob.attempt, bob.when, bob.late) == ("bob", 1, None, None)
    assert bob.label.endswith("bob")


CLASSES: dict[str, Tree] = {
    "canvas": {"doejane_12_34_masking.py": MASKING, "roebob_13_35_masking.py": b"b"},
    "moodle": {"Jane Doe_12_assignsubmission_file_/masking.py": b"1", "Bob_13_assignsubmission_file_/masking.py": b"2"},
    "folders": {"jane/masking.py": MASKING, "bob/masking.py": b"b"},
    "zips": {"jane.zip": zipped({"masking.py": MASKING}), "bob.zip": zipped({"masking.py": b"b"})},
    "flat": {"jane__masking.py": MASKING, "bob__masking.py": b"b"},
}


@pytest.mark.parametrize("layout", CLASSES)
def test_a_class_is_found_below_a_folder_with_a_roster_in_it(lay: Lay, layout: str) -> None:
    """Whoever names the folder above means the class, not a student called 'submissions'."""
    below = {f"submissions/{name}": content for name, content in CLASSES[layout].items()}
    found = found_in(lay({**below, "roster.csv": b"id\n", "submissions/read me.txt": b"x"}))
    assert found.layout == layout
    assert len(found.handed) == 2
    assert [names for one in found.handed for names in [one.read().entries[0][0]]] == ["masking.py", "masking.py"]
    assert set(told(found)) == {"roster.csv", "read me.txt"}
    assert told(found)["roster.csv"] == "it is next to 'submissions', which contains the class, and was left out"


@pytest.mark.parametrize("pack", [in_folder, in_zip])
def test_the_folder_of_the_only_student_is_no_class(tmp_path: Path, pack: Callable[[Path, Tree], Path]) -> None:
    files = {"jane/masking/masking.py": MASKING, "jane/02_softmax/softmax.py": SOFTMAX, "roster.csv": b"id\n"}
    found = found_in(pack(tmp_path / "class", files))
    assert students(found) == {"jane": ["02_softmax/softmax.py", "masking/masking.py"]}


@pytest.mark.parametrize("layout", ["canvas", "moodle"])
def test_several_classes_at_once_are_refused(lay: Lay, layout: str) -> None:
    weeks = {f"week {n}/{name}": content for n in (1, 2) for name, content in CLASSES[layout].items()}
    some = r"\('week 1', 'week 2'\)"
    words = rf"^'class' contains several classes {some}; grade one at a time, or use --layout folders$"
    with pytest.raises(UsageError, match=words):
        found_in(lay(weeks))


@pytest.mark.parametrize("layout", ["canvas", "moodle", "folders"])
def test_the_zip_of_a_class_in_a_folder_is_no_student(tmp_path: Path, layout: str) -> None:
    path = in_folder(tmp_path / "class", {"all.zip": zipped(CLASSES[layout]), "roster.csv": b"id\n"})
    words = r"^'all\.zip' in 'class' contains a class; name it instead of the folder, or use --layout zips$"
    with pytest.raises(UsageError, match=words):
        found_in(path)


def test_the_zip_of_the_only_student_is_no_class(tmp_path: Path) -> None:
    whole = zipped({"part 1/masking.py": MASKING, "part 2/softmax.py": SOFTMAX, "a_1_2_b.py": b"x"})
    for name, content in (("jane.zip", whole), ("bob.zip", b"damaged"), ("eve.tar", b"")):
        found = found_in(in_folder(tmp_path / name, {name: content, "roster.csv": b"id\n"}))
        assert [one.student for one in found.handed] == [name.partition(".")[0]]


def test_an_archive_for_each_student(lay: Lay) -> None:
    path = lay({"jane.zip": zipped({"hw/masking.py": MASKING}), "Bob Roe.zip": zipped({"softmax.py": SOFTMAX})})
    found = found_in(path)
    assert found.layout is Layout.ZIPS
    assert students(found) == {"Bob Roe": ["softmax.py"], "jane": ["hw/masking.py"]}


def test_a_second_download_is_a_second_attempt(lay: Lay) -> None:
    found = found_in(lay({"jane.zip": zipped({"masking.py": b"1"}), "jane (1).zip": zipped({"masking.py": b"2"})}))
    assert [(one.student, one.attempt, one.read().entries[0][1]) for one in found.handed] == [
        ("jane", 1, b"1"),
        ("jane", 2, b"2"),
    ]


def test_folders_of_attempts_are_attempts(lay: Lay) -> None:
    files = {f"jane/attempt_{n}/masking.py": b"%d" % n for n in (2, 10, 1)}
    found = found_in(lay({**files, "bob/masking.py": b"b"}))
    assert [(one.student, one.attempt) for one in found.handed] == [("bob", 1), ("jane", 1), ("jane", 2), ("jane", 10)]
    assert found.handed[3].read().entries == (("masking.py", b"10"),)


def test_an_archive_beside_its_unpacked_folder_is_not_a_second_attempt(lay: Lay) -> None:
    found = found_in(
        lay({"jane/masking.py": MASKING, "jane.zip": zipped({"masking.py": MASKING}), "bob/masking.py": b"b"})
    )
    assert [one.student for one in found.handed] == ["bob", "jane"]
    assert told(found) == {"jane.zip": "there is also a folder 'jane', which was used instead"}


def test_files_of_all_students_side_by_side(lay: Lay) -> None:
    path = lay(
        {
            "jane__masking.py": MASKING,
            "jane__data.csv": b"1",
            "jane_doe_multi_head.py": b"h",
            "bob-Masking.PY": b"b",
            "bob softmax (1).py": b"s",
            "eve.ipynb": notebook("# exercise: softmax"),
            "notes.txt": b"?",
        }
    )
    found = found_in(path)
    assert found.layout is Layout.FLAT
    assert students(found) == {
        "bob": ["Masking.PY", "softmax (1).py"],
        "eve": ["eve.ipynb"],
        "jane": ["data.csv", "masking.py"],
        "jane_doe": ["multi_head.py"],
    }
    assert list(told(found)) == ["notes.txt"]


@pytest.mark.parametrize(
    ("names", "who"),
    [
        (["ada_06_masking.py", "bo 6 softmax.py", "bo_06_masking.py", "ada-6-softmax.py"], {"ada", "bo"}),
        (["s_06_masking.py", "s_03_softmax.py", "ada_06_softmax.py"], {"s_06", "s_03", "ada_06"}),
        (["ada_06_masking.py", "ada_softmax.py", "bo-06-masking.ipynb"], {"ada", "bo"}),
        (["ada_06_masking.py", "ada_06_masking (1).py", "bo_03_softmax.py"], {"ada_06", "bo_03"}),
        (["s_06_masking.py", "s_06_softmax.py"], {"s_06"}),
        (["s_06_masking.py", "s_07_masking.py", "s_07_softmax.py"], {"s_06", "s_07"}),
        (["s_01_masking.py", "s_02_softmax.py", "s_02_masking.py", "s_01_softmax.py"], {"s_01", "s_02"}),
        (["s_06_masking.py", "ada_masking.py", "ada_softmax.py"], {"s_06", "ada"}),
        (["ada_2026_masking.py", "bo_2026_masking.py"], {"ada_2026", "bo_2026"}),
    ],
)
def test_the_number_of_an_exercise_is_not_part_of_a_name(tmp_path: Path, names: list[str], who: set[str]) -> None:
    found = found_in(in_folder(tmp_path / "class", dict.fromkeys(names, MASKING)))
    assert found.layout is Layout.FLAT
    assert {one.student for one in found.handed} == who


def test_a_flat_file_handed_in_again_is_the_newer_version(lay: Lay) -> None:
    """As browsers and Canvas mark it."""
    found = found_in(lay({"jane_masking.py": b"1", "jane_masking-2.py": b"3", "jane_masking (1).py": b"2"}))
    assert [one.student for one in found.handed] == ["jane"]
    answer = answers(found.handed[0].read())["masking"]
    assert (answer.name, answer.source) == ("masking-2.py", b"3")
    assert not found.problems


def test_with_one_exercise_a_flat_file_may_be_named_after_the_student_alone(lay: Lay) -> None:
    found = discover(lay({"jane.py": MASKING, "bob.py": b"b"}), slugs=["masking"])
    assert students(found) == {"bob": ["masking.py"], "jane": ["masking.py"]}


def test_canvas(lay: Lay) -> None:
    path = lay(
        {
            "doejane_LATE_1234_56789_masking-2.py": MASKING,
            "doejane_LATE_1234_56790_softmax.py": SOFTMAX,
            "o_neillbob_77_900_hw_1_2_final.zip": zipped({"masking.py": b"b", "__MACOSX/._masking.py": b"x"}),
            "roeeve_LATE_88_text.html": b"<p>",
            "doejane_LATE_1234_text.html": b"<p>",
            "strange.txt": b"?",
        }
    )
    found = found_in(path)
    assert found.layout is Layout.CANVAS
    assert students(found) == {
        "1234": ["masking-2.py", "softmax.py"],
        "77": ["hw_1_2_final.zip/masking.py"],
        "88": ["text.html"],
    }
    assert [(one.name, one.late, one.lms) for one in found.handed] == [
        ("doejane", True, "1234"),
        ("o_neillbob", False, "77"),
        ("roeeve", True, "88"),
    ]
    assert told(found) == {
        "roeeve_LATE_88_text.html": "'roeeve' submitted a typed text and no file",
        "doejane_LATE_1234_text.html": "'doejane' submitted a typed text besides files; only the files are graded",
        "strange.txt": "it is not named as Canvas names files",
    }


def test_canvas_without_names(lay: Lay) -> None:
    found = found_in(lay({"anon_x7B2q_56789_masking.py": MASKING, "LATE_anon_Zz9_56790_masking.py": b"z"}))
    assert [(one.student, one.late, one.name) for one in found.handed] == [
        ("Zz9", True, "anonymous Zz9"),
        ("x7B2q", False, "anonymous x7B2q"),
    ]


def test_of_two_canvas_files_with_one_name_the_later_attachment_counts(lay: Lay) -> None:
    found = found_in(lay({"doejane_1_999_masking.py": b"old", "doejane_1_1000_masking.py": b"new"}))
    files = found.handed[0].read()
    assert files.entries == (("masking.py", b"new"),)
    assert files.problems == ("'masking.py' appears twice; the last one counts",)


@pytest.mark.parametrize("ending", ["_", ""])
def test_moodle_with_names(lay: Lay, ending: str) -> None:
    path = lay(
        {
            f"Jane Döe_1234_assignsubmission_file{ending}/masking.py": MASKING,
            f"Bob Roe_99_assignsubmission_file{ending}/hw.zip": zipped({"softmax.py": SOFTMAX}),
            "Eve Poe_7_assignsubmission_onlinetext_/onlinetext.html": b"<p>",
            "Jane Döe_1234_assignsubmission_onlinetext_/onlinetext.html": b"<p>",
        }
    )
    found = found_in(path)
    assert found.layout is Layout.MOODLE
    assert students(found) == {"1234": ["masking.py"], "7": ["onlinetext.html"], "99": ["hw.zip/softmax.py"]}
    assert [(one.name, one.lms) for one in found.handed] == [("Jane Döe", "1234"), ("Eve Poe", "7"), ("Bob Roe", "99")]
    assert list(told(found).values()) == [
        "'Eve Poe' submitted a typed text and no file",
        "'Jane Döe' submitted a typed text besides files; only the files are graded",
    ]


@pytest.mark.parametrize("word", ["Participant", "Teilnehmerin"])
def test_moodle_blind_and_flat(lay: Lay, word: str) -> None:
    path = lay({f"{word}_{n}_assignsubmission_file_masking.py": b"%d" % n for n in (12, 34)})
    found = found_in(path)
    assert [(one.student, one.name) for one in found.handed] == [("12", f"{word} 12"), ("34", f"{word} 34")]
    assert found.handed[0].read().entries == (("masking.py", b"12"),)


METADATA = """\
---
submission_101:
  :submitters:
  - :name: Jane Doe
    :sid: '4711'
    :email: jane@example.org
  - :name: "Bob: Roe"
    :sid:
    :email: bob@example.org
  :created_at: 2026-02-03 10:00:00.331 Z
  :score: 3.0
  :results:
    :output: |
      :submitters:
      - :name: Mallory
    :tests: [{name: x, status: *1}]
  :history:
  - :id: 90
    :created_at: 2026-02-01 09:00:00 Z
    :submitters:
    - :name: Mallory
  - :id: 95
submission_102:
  :submitters:
  - :name: Eve Poe
    :sid: '12'
    :email: eve@example.org
  :created_at: !ruby/object:ActiveSupport::TimeWithZone
    utc: &1 2026-02-04 10:00:00.000000000 Z
    zone: !ruby/object:ActiveSupport::TimeZone
      name: Etc/UTC
    time: *1
  :history: []
submission_404:
  :submitters: []
"""


def test_gradescope(lay: Lay) -> None:
    path = lay(
        {
            "submission_metadata.yml": METADATA.encode(),
            "submission_101/masking.py": MASKING,
            "submission_102/hw/softmax.py": SOFTMAX,
            "submission_103/masking.py": b"?",
        }
    )
    found = found_in(path)
    assert found.layout is Layout.GRADESCOPE
    assert {one.student: (one.name, one.attempt, one.when) for one in found.handed} == {
        "4711": ("Jane Doe", 3, datetime(2026, 2, 3, 10, 0, 0, 331000, UTC)),
        "bob@example.org": ("Bob: Roe", 3, datetime(2026, 2, 3, 10, 0, 0, 331000, UTC)),
        "12": ("Eve Poe", 1, datetime(2026, 2, 4, 10, tzinfo=UTC)),
        "submission_103": ("submission_103", 1, None),
    }
    assert students(found)["bob@example.org"] == students(found)["4711"] == ["masking.py"]
    assert told(found) == {
        "submission_103": "submission_metadata.yml does not name its student; it is graded under its own name",
        "submission_metadata.yml": "it names 'submission_404', which does not exist",
    }


def test_gradescope_in_the_folder_that_its_zip_has(tmp_path: Path) -> None:
    tree = {"submission_metadata.yml": METADATA.encode(), "submission_101/masking.py": MASKING}
    path = in_zip(tmp_path / "x", {f"assignment_5_export/{name}": content for name, content in tree.items()})
    for layout in ("auto", "gradescope"):
        assert len(found_in(path, layout).handed) == 2


@pytest.mark.parametrize("text", [b"{", b"\xff\xfe\x00", b"- a\n- b\n", b"a: &x [*x]\n", b"[" * 5000, b""])
def test_gradescope_without_sound_metadata_goes_by_folders(lay: Lay, text: bytes) -> None:
    found = found_in(lay({"submission_metadata.yml": text, "submission_101/masking.py": MASKING}))
    assert students(found) == {"submission_101": ["masking.py"]}


def test_two_gradescope_submissions_of_one_student_are_numbered_by_time(lay: Lay) -> None:
    who = "  :submitters:\n  - :name: Jane\n    :sid: '1'\n"
    times = {"submission_8": "2026-02-03 10:00:00 Z", "submission_9": "2026-02-01 10:00:00 Z"}
    text = "".join(f"{name}:\n{who}  :created_at: {time}\n" for name, time in times.items())
    found = found_in(
        lay({"submission_metadata.yml": text.encode(), **{f"{name}/masking.py": name.encode() for name in times}})
    )
    assert [(one.attempt, one.read().entries[0][1]) for one in found.handed] == [
        (1, b"submission_9"),
        (2, b"submission_8"),
    ]


def test_nbgraders_assignments_each_have_their_own_time(lay: Lay) -> None:
    files = {
        "jane/ps1/masking.ipynb": notebook("x"),
        "jane/ps1/timestamp.txt": b"2026-02-03 10:00:00.123456 America/Los_Angeles",
        "jane/ps2/softmax.ipynb": notebook("y"),
        "jane/ps2/timestamp.txt": b"2026-02-01 10:00:00 UTC\n",
        "bob/ps1/masking.ipynb": notebook("x"),
        "bob/ps1/timestamp.txt": b"2026-02-03 10:00:00 XYZ",
    }
    for tree in (files, {f"submitted/{name}": content for name, content in files.items()}):
        path = lay(tree)
        found = found_in(path)
        assert found.layout is Layout.NBGRADER
        assert [(one.student, one.attempt, one.read().entries[0][0], one.when) for one in found.handed] == [
            ("bob", 1, "ps1/masking.ipynb", None),
            ("jane", 1, "ps1/masking.ipynb", datetime(2026, 2, 3, 18, 0, 0, 123456, UTC)),
            ("jane", 1, "ps2/softmax.ipynb", datetime(2026, 2, 1, 10, tzinfo=UTC)),
        ]
        assert [problem.file for problem in found.problems] == ["bob/ps1/timestamp.txt"]
        found.place.close()
        if path.is_dir():
            for file in sorted(path.rglob("*"), reverse=True):
                file.unlink() if file.is_file() else file.rmdir()


def test_one_students_own_files(lay: Lay) -> None:
    found = found_in(lay({"masking.py": MASKING, "softmax.ipynb": notebook("x"), "data.csv": b"1"}))
    assert students(found) == {"class": ["data.csv", "masking.py", "softmax.ipynb"]}


def test_a_parcel_of_grader_submit_is_one_students_and_its_manifest_is_no_work(tmp_path: Path) -> None:
    facts = {"schema": 1, "created": "2026-01-01T00:00:00+00:00", "files": {}, "exercises": {}}
    parcel = {"masking.py": MASKING, "manifest.json": json.dumps(facts).encode()}
    found = found_in(in_zip(tmp_path / "ada", parcel))
    assert (found.layout, students(found)) == (Layout.SINGLE, {"ada": ["masking.py"]})
    later = {**parcel, "manifest.json": json.dumps({**facts, "created": "2026-01-02T00:00:00+00:00"}).encode()}
    again = found_in(in_zip(tmp_path / "eve", later))
    assert found.handed[0].read().digest == again.handed[0].read().digest
    assert (
        found_in(in_folder(tmp_path / "all", {"ada.zip": zipped(parcel), "bob.zip": zipped(later)})).layout
        is Layout.ZIPS
    )
    own = {**parcel, "manifest.json": b'{"name": "an app"}'}
    assert students(found_in(in_zip(tmp_path / "x", own))) == {"x": ["manifest.json", "masking.py"]}


def test_a_workspace_is_one_students(tmp_path: Path) -> None:
    path = in_folder(
        tmp_path / "ada",
        {".grader.json": b"{}", "1_a/01_masking/masking.py": MASKING, "2_b/01_softmax/softmax.py": b"s"},
    )
    found = found_in(path)
    assert [one.student for one in found.handed] == ["ada"]


def test_the_only_folder_is_a_student_if_it_holds_a_students_files(tmp_path: Path) -> None:
    path = in_folder(tmp_path / "class", {"jane/masking.py": MASKING, "jane/softmax.py": SOFTMAX})
    assert students(found_in(path)) == {"jane": ["masking.py", "softmax.py"]}


def test_what_is_not_clear_asks_for_a_layout(tmp_path: Path) -> None:
    mixed = in_folder(tmp_path / "mixed", {"masking.py": MASKING, "jane/masking.py": MASKING, "bob/masking.py": b"b"})
    with pytest.raises(UsageError) as problem:
        found_in(mixed)
    assert str(problem.value) == (
        "'mixed' contains a folder ('jane') and a file named after an exercise ('masking.py'); "
        "choose how to read it with --layout folders or --layout single"
    )
    assert [one.student for one in found_in(mixed, "folders").handed] == ["bob", "jane"]
    assert [one.student for one in found_in(mixed, "single").handed] == ["mixed"]


def test_a_class_of_one_is_read_as_asked(tmp_path: Path) -> None:
    path = in_folder(tmp_path / "class", {"jane/part1/masking.py": MASKING, "jane/part2/softmax.py": SOFTMAX})
    assert students(found_in(path, "folders")) == {"jane": ["part1/masking.py", "part2/softmax.py"]}


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda path: path, "there is no '{path}'; name the folder or zip with the submissions"),
        (
            lambda path: in_folder(path, {"a.pdf": b"x"}),
            "no submissions were recognised in 'x' ('a.pdf'); choose how to read it with --layout",
        ),
        (lambda path: path.mkdir(), "'x' is empty; name the folder or zip with the submissions"),
    ],
)
def test_a_path_without_submissions_is_told(tmp_path: Path, make: Callable[[Path], object], sentence: str) -> None:
    make(tmp_path / "x")
    with pytest.raises(UsageError) as problem:
        found_in(tmp_path / "x")
    assert str(problem.value) == sentence.format(path=tmp_path / "x")


def test_other_wrong_paths_and_layouts_are_told(tmp_path: Path) -> None:
    in_folder(tmp_path, {"a.py": b"", "bad.zip": b"PK\x03\x04 no zip"})
    for path, layout, words in (
        (tmp_path / "a.py", "auto", "is a single file"),
        (tmp_path / "bad.zip", "auto", "is damaged or not a zip; download it again"),
        (tmp_path, "blackboard", "there is no layout 'blackboard'; there are: auto, single, folders"),
        (tmp_path, "gradescope", "there is no submission_metadata.yml"),
    ):
        with pytest.raises(UsageError, match=words):
            found_in(path, layout)


def test_one_bad_submission_does_not_touch_the_others(lay: Lay) -> None:
    path = lay(
        {
            "ann.zip": b"Rar!\x1a\x07\x00",
            "bob.zip": b"",
            "cat.zip": zipped({"../x.py": b""}),
            "dan.zip": zipped({"masking.py": b"d"}),
        }
    )
    found = found_in(path)
    problems = {one.student: one.read().problems for one in found.handed}
    assert [len(problems[name]) for name in ("ann", "bob", "cat", "dan")] == [1, 1, 1, 0]
    assert "RAR" in problems["ann"][0]
    assert "is empty" in problems["bob"][0]
    assert "leads out" in problems["cat"][0]


def test_a_link_or_a_locked_file_in_a_zip_of_everything_is_told(tmp_path: Path) -> None:
    link = zipfile.ZipInfo("jane/masking.py")
    link.external_attr = 0o120777 << 16
    path = tmp_path / "class.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(link, b"/etc/passwd")
        archive.writestr("bob/masking.py", b"b")
        archive.writestr("../eve/masking.py", b"e")
    found = found_in(path)
    assert {one.student: one.read().problems for one in found.handed} == {
        "bob": (),
        "jane": ("'masking.py' is a link; it was left out",),
    }
    assert told(found) == {"class.zip": "'../eve/masking.py' leads out of the submission; it was left out"}
    data = path.read_bytes()
    at = data.rindex(b"bob/masking.py") - 46 + 8
    path.write_bytes(data[:at] + b"\x01" + data[at + 1 :])
    locked = found_in(path).handed[0].read()
    assert locked == SubmissionFiles((), ("'masking.py' is encrypted; ask for it without a password",))


def test_an_empty_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "jane").mkdir()
    (tmp_path / "bob").mkdir()
    assert [one.read() for one in found_in(tmp_path, "folders").handed] == [
        SubmissionFiles((), ("there are no files in it",))
    ] * 2


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_links_are_not_followed(tmp_path: Path) -> None:
    secret = tmp_path / "secret.py"
    secret.write_bytes(b"the answer")
    path = in_folder(tmp_path / "class", {"jane/softmax.py": SOFTMAX, "bob/masking.py": b"b"})
    (path / "jane" / "masking.py").symlink_to(secret)
    (path / "jane" / "all").symlink_to(tmp_path)
    (path / "eve").symlink_to(path / "bob")
    os.mkfifo(path / "bob" / "pipe.py")
    found = found_in(path)
    files = {one.student: one.read() for one in found.handed}
    assert [name for name, _ in files["jane"].entries] == ["softmax.py"]
    assert files["jane"].problems == (
        "'all' is a link or not a regular file; it was left out",
        "'masking.py' is a link or not a regular file; it was left out",
    )
    assert files["bob"].problems == ("'pipe.py' is a link or not a regular file; it was left out",)
    assert told(found) == {"eve": "it is a link or not a regular file; links are not followed"}


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such names")
def test_names_that_are_no_text_are_told_and_never_crash(tmp_path: Path) -> None:
    path = in_folder(tmp_path / "class", {"jane/masking.py": MASKING, "bob/masking.py": b"b"})
    (path / os.fsdecode(b"caf\xe9")).mkdir()
    (path / os.fsdecode(b"caf\xe9") / "masking.py").write_bytes(b"c")
    (path / "jane" / os.fsdecode(b"\xff.py")).write_bytes(b"x")
    found = found_in(path)
    assert len(found.handed) == 3
    for one in found.handed:
        json.dumps([one.student, one.name, one.label, one.read().problems]).encode()
        assert (one.student + one.name + one.label).isprintable()
        one.student.encode()
    assert found.handed[1].read().entries == (("masking.py", b"c"),)


def test_a_decomposed_name_on_disk_is_read(tmp_path: Path) -> None:
    path = in_folder(tmp_path / "class", {"jane/u\u0308bung/masking.py": MASKING, "bob/masking.py": b"b"})
    assert students(found_in(path))["jane"] == ["übung/masking.py"]


def test_what_was_found_can_travel_and_disappear(tmp_path: Path) -> None:
    path = in_zip(tmp_path / "class", {"jane/masking.py": MASKING, "bob/masking.py": b"b"})
    with found_in(path) as found:
        assert pickle.loads(pickle.dumps(found.handed[1])).read().entries == (("masking.py", MASKING),)
    folder = in_folder(tmp_path / "folder", {"jane/masking.py": MASKING, "bob.zip": zipped({"a.py": b""})})
    handed = found_in(folder).handed
    (folder / "bob.zip").unlink()
    (folder / "jane" / "masking.py").unlink()
    (folder / "jane").rmdir()
    assert all(len(one.read().problems) == 1 for one in handed)


CANVAS_ROSTER = """\
\ufeffStudent,ID,SIS User ID,SIS Login ID,Section,Homework 1 (55)
    Points Possible,,,,,10
"Doe, Jane",1234,S-77,jdoe,A,
"Roe, Bob",99,S-88,broe,A,
"Student, Test",3,,abc,A,
"""


def test_a_roster_gives_canvas_students_their_own_ids(lay: Lay) -> None:
    found = found_in(lay({"doejane_1234_1_masking.py": MASKING, "poeeve_5_2_masking.py": b"e"}), roster=CANVAS_ROSTER)
    assert [(one.student, one.name, one.lms) for one in found.handed] == [
        ("5", "poeeve", "5"),
        ("S-77", "Doe, Jane", "1234"),
    ]
    asked = "'poeeve' is not on the roster; it is graded as '5'; to decide: grader alias OUT 5 STUDENT"
    assert [problem.sentence for problem in found.problems] == [asked]
    assert found.missing == ("S-88",)


@pytest.mark.parametrize(
    "roster",
    [
        "student,name,email\n77,Jane Doe,jane@x.org\n",
        "Student ID;First name;Last name;E-Mail\r\n77;Jane;Doe;jane@x.org\r\n",
        "sep=;\r\nName;SID;Email\r\nJane Doe;77;jane@x.org\r\n",
        'Identifier,"Full name","Email address","ID number"\n"Participant 12","Jane Doe",jane@x.org,77\n',
        "\n\nUsername\tName\tId\n jane@x.org \t Doe, Jane \t 77 \n\n",
        "id|full_name|email\n77|Doe, Jane|JANE@X.ORG\n",
    ],
)
@pytest.mark.parametrize("folder", ["Jane Doe", "77", "jane@x.org", "doe jane", "DoeJane"])
def test_a_roster_is_read_however_it_is_written(tmp_path: Path, roster: str, folder: str) -> None:
    path = in_folder(tmp_path / "class", {f"{folder}/masking.py": MASKING, "77777/masking.py": b""})
    assert {one.student for one in found_in(path, roster=roster).handed} == {"77", "77777"}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_a_roster_may_come_from_any_spreadsheet(tmp_path: Path, encoding: str) -> None:
    (tmp_path / "r.csv").write_bytes("student,name\n7,Jörg Müller\n".encode(encoding))
    roster = read_roster(tmp_path / "r.csv")
    found = roster.find(Identity("x", "mu\u0308llerjo\u0308rg"))
    assert found is not None
    assert (found.student, found.name) == ("7", "Jörg Müller")


def test_what_is_odd_in_a_roster_is_told(tmp_path: Path) -> None:
    lines = ["student,name,email", "1,Jane Doe,j@x.org", "", "1,Someone,s@x.org", ",,", "2,Doe Jane,j@x.org", "3,Bob,"]
    (tmp_path / "r.csv").write_text("\n".join([*lines, ",,b@x.org"]))
    roster = read_roster(tmp_path / "r.csv")
    assert [one.student for one in roster.students] == ["1", "2", "3", "b@x.org"]
    assert roster.problems == (
        "line 4: the student '1' is listed twice; the first line counts",
        "'1' and '2' have the same email, which therefore identifies neither",
        "'1' and '2' have the same name, which therefore identifies neither",
    )
    assert roster.find(Identity("?", "Jane Doe")) is None
    assert roster.find(Identity("?", "x", anything="2")) == roster.students[1]


def test_lines_of_a_roster_are_counted_as_an_editor_does(tmp_path: Path) -> None:
    (tmp_path / "r.csv").write_text('sep=;\n\nstudent;name\n1;"Jane\nDoe"\n\n;\n1;Bob\n')
    assert read_roster(tmp_path / "r.csv").problems == (
        "line 8: the student '1' is listed twice; the first line counts",
    )


def test_a_blind_moodle_download_is_matched_by_the_worksheets_numbers(lay: Lay) -> None:
    roster = (
        "Identifier,Full name,Email address\nParticipant 12,Jane Doe,jane@x.org\nParticipant 34,Bob Roe,bob@x.org\n"
    )
    path = lay({f"Participant_{n}_assignsubmission_file_/masking.py": b"%d" % n for n in (12, 34)})
    found = found_in(path, roster=roster)
    assert [(one.student, one.name, one.lms) for one in found.handed] == [
        ("bob@x.org", "Bob Roe", "34"),
        ("jane@x.org", "Jane Doe", "12"),
    ]


@pytest.mark.parametrize(
    "content", [b"", b"\n\n", b"a,b\n1,2\n", b"\x00\x01", b"first name\nJane\n", b'student,name\n"' + b"x" * 200_000]
)
def test_a_file_that_is_no_roster_is_told(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "r.csv").write_bytes(content)
    with pytest.raises(UsageError, match=r"r.csv.*student,name,email"):
        read_roster(tmp_path / "r.csv")
    with pytest.raises(UsageError, match="cannot be read"):
        read_roster(tmp_path / "gone.csv")


def test_two_students_who_fit_one_line_of_the_roster_are_never_mixed(tmp_path: Path) -> None:
    path = in_folder(tmp_path / "class", {"doejane_1_5_masking.py": b"1", "doejane_2_6_masking.py": b"2"})
    found = found_in(path, roster="student,name\n77,Jane Doe\n")
    assert [one.student for one in found.handed] == ["1", "2"]
    sentences = {problem.sentence for problem in found.problems}
    assert sentences == {
        f"'1' and '2' all match '77'; they are kept apart; to decide: grader alias OUT {n} 77" for n in (1, 2)
    }
    assert found.missing == ("77",)


def test_a_namesake_with_another_number_is_not_the_student_on_the_roster(lay: Lay) -> None:
    """Where the roster has the system's numbers; a roster with numbers of another kind still goes by names."""
    files = {f"{name}_masking.py": MASKING for name in ("doejane_11_1", "doejane_12_2", "poeann_14_3", "leebo_15_4")}
    found = found_in(lay(files), roster="student,name,id\ns1,Jane Doe,11\ns2,Ann Poe,99\ns3,Bo Lee,\n")
    assert [(one.student, one.lms) for one in found.handed] == [("12", "12"), ("14", "14"), ("s1", "11"), ("s3", "15")]
    asked = "'doejane' is not on the roster; it is graded as '12'; to decide: grader alias OUT 12 STUDENT"
    assert asked in told(found).values()
    assert found.missing == ("s2",)
    found = found_in(lay(files), roster="student,name,id\ns2,Ann Poe,7001\n")
    assert {one.student for one in found.handed} == {"11", "12", "15", "s2"}


def test_a_number_that_happens_to_be_anothers_id_does_not_make_them_one(tmp_path: Path) -> None:
    path = in_folder(tmp_path / "class", {"doejane_1_5_masking.py": b"1", "roebob_77_6_masking.py": b"2"})
    found = found_in(path, roster="Student ID,Canvas ID,Name\n77,1,Jane Doe\n")
    assert [(one.student, one.read().entries[0][1]) for one in found.handed] == [("77", b"1"), ("unknown 77", b"2")]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems cannot keep them apart")
def test_students_who_differ_only_in_case_are_told(tmp_path: Path) -> None:
    path = in_folder(tmp_path / "class", {"Jane/masking.py": b"1", "jane/masking.py": b"2"})
    remedy = "if it is one student: grader alias OUT jane Jane"
    assert told(found_in(path)) == {"jane": f"'Jane' and 'jane' differ only in case and are kept apart; {remedy}"}


def test_ids_can_be_file_names_and_different_ones_stay_different() -> None:
    assert identity("jane.doe+1@x.org") == "jane.doe+1@x.org"
    odd = ["../../etc/passwd", "a/b", "a_b", "a\\b", "", ".", "..", "x" * 300, "x" * 301, "\ud800", "a\nb", "a~b"]
    made = [identity(one) for one in odd]
    assert len(set(made)) == len(made)
    assert all(one.isprintable() and not set("/\\") & set(one) and one.strip(".") and len(one) < 120 for one in made)


@pytest.mark.parametrize(
    ("name", "slug", "version"),
    [
        ("masking.py", "masking", 0),
        ("Masking.PY", "masking", 0),
        ("MASKING.IPYNB", "masking", 0),
        ("masking (1).py", "masking", 1),
        ("masking(12).py", "masking", 12),
        ("masking-2.py", "masking", 2),
        ("06_masking.py", "masking", 0),
        ("multi-head.py", "multi_head", 0),
        ("Multi Head.ipynb", "multi_head", 0),
        ("multi_head-3.py", "multi_head", 3),
        ("masking - Copy.py", "masking", -1),
        ("masking copy 2.py", "masking", -1),
        ("doejane_12345_67890_masking.py", "masking", 0),
        ("doejane_LATE_12345_67890_masking-2.py", "masking", 2),
        ("anon_x7B_67890_masking.py", "masking", 0),
        ("Jane Doe_12_assignsubmission_file_masking.py", "masking", 0),
    ],
)
def test_a_file_is_named_after_an_exercise(name: str, slug: str, version: int) -> None:
    assert exercise_of(name, SLUGS) == (slug, version)


@pytest.mark.parametrize(
    "name", ["masking.txt", "masking", "my_masking.py", "masking_final.py", "test_masking.py", ".py", "masking.py.bak"]
)
def test_other_files_are_named_after_none(name: str) -> None:
    assert exercise_of(name, SLUGS) is None


@pytest.mark.parametrize("layout", ["flat", "canvas", "moodle"])
def test_side_by_side_nobody_gets_anothers_files(lay: Lay, layout: str) -> None:
    prefix = {"flat": "{0}__", "canvas": "{0}_{1}_{1}_", "moodle": "{0}_{1}_assignsubmission_file_"}[layout]
    tree = {
        prefix.format(who, at) + name: f"# {who}\nimport helpers".encode()
        for at, who in enumerate(("jane", "bob"), 1)
        for name in ("masking.py", "helpers.py", "own.zip")
    }
    found = found_in(
        lay({name: zipped({"x.py": content}) if name.endswith("zip") else content for name, content in tree.items()})
    )
    assert found.layout == layout
    for one in found.handed:
        owner = answers(one.read())["masking"].source.split()[1]
        beside = dict(one.read().entries)
        assert [content.split()[1] for content in beside.values()] == [owner] * 3
        assert [name for name, _ in answers(one.read())["masking"].companions] == ["helpers.py"]


def test_the_digest_depends_on_names_and_contents_alone() -> None:
    one, two = ("a.py", b"1"), ("b.py", b"2")
    assert SubmissionFiles((one, two)).digest == SubmissionFiles((two, one), ("a problem",)).digest
    others = [
        SubmissionFiles((one,)),
        SubmissionFiles((("a.py", b"2"), ("b.py", b"1"))),
        SubmissionFiles((("c.py", b"1"), two)),
        SubmissionFiles(),
    ]
    assert len({SubmissionFiles((one, two)).digest, *(files.digest for files in others)}) == 5


def test_the_same_files_have_the_same_digest_in_every_layout(tmp_path: Path) -> None:
    trees = [
        {"jane/masking.py": MASKING, "bob/x.py": b""},
        {"jane.zip": zipped({"masking.py": MASKING}), "a.zip": b""},
        {"jane_1_2_masking.py": MASKING},
        {"jane__masking.py": MASKING, "x__y.py": b""},
        {"Jane_1_assignsubmission_file_/masking.py": MASKING},
    ]
    digests = set()
    for at, tree in enumerate(trees):
        found = found_in(in_zip(tmp_path / f"{at}", tree))
        digests.add(next(one for one in found.handed if one.name.lower() == "jane").read().digest)
    assert len(digests) == 1


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("2026-02-03 10:00:00.123456 UTC", datetime(2026, 2, 3, 10, 0, 0, 123456, UTC)),
        ("2026-02-03T10:00:00Z", datetime(2026, 2, 3, 10, tzinfo=UTC)),
        ("2026-02-03 10:00:00.123456789 -07:00", datetime(2026, 2, 3, 10, 0, 0, 123456, timezone(timedelta(hours=-7)))),
        ("2026-02-03 10:00 +0530", datetime(2026, 2, 3, 10, tzinfo=timezone(timedelta(hours=5, minutes=30)))),
        ("2026-02-03 10:00:00", datetime(2026, 2, 3, 10, tzinfo=UTC)),
        ("2026-02-30 10:00:00 UTC", None),
        ("2026-02-03 10:00:00 PST", None),
        ("2026-02-03 10:00:00 ../../etc/passwd", None),
        ("2026-02-03 10:00:00 +99:00", None),
        ("yesterday", None),
        ("", None),
    ],
)
def test_times_are_aware_or_none(text: str, time: datetime | None) -> None:
    assert parse_time(text) == time


NAMES = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=25)


@given(
    st.dictionaries(
        st.one_of(
            NAMES,
            st.tuples(
                NAMES, st.sampled_from(["_1_2_masking.py", "_1_assignsubmission_file_/a.py", "/masking.py", ".zip"])
            ).map("".join),
        ),
        st.binary(max_size=20),
        max_size=6,
    ),
    st.sampled_from(["auto", *Layout]),
)
@settings(max_examples=150, deadline=None)
def test_whatever_lies_in_a_zip_is_found_or_told(
    tmp_path_factory: pytest.TempPathFactory, files: Tree, layout: str
) -> None:
    path = tmp_path_factory.getbasetemp() / "fuzz.zip"
    path.write_bytes(zipped(files))
    try:
        found = found_in(path, layout)
    except UsageError:
        return
    keys = [(one.student, one.attempt) for one in found.handed]
    assert len(set(keys)) == len(keys)
    for one in found.handed:
        read = one.read()
        assert all(text.isprintable() for text in (one.student, one.name, one.label, *read.problems))
        assert not any(part in ("", ".", "..") for name, _ in read.entries for part in name.split("/"))
    assert all((problem.file + problem.sentence).isprintable() for problem in found.problems)
    found.place.close()
