"""What a batch writes: complete, safe for any name, and nothing twice."""

from __future__ import annotations

import csv
import fcntl
import io
import json
import os
import re
import signal
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from threading import Event, Thread
from typing import Any
from urllib.parse import unquote

import pytest

from grader.batch import outputs as writer
from grader.batch.engine import BatchConfig, grade_jobs
from grader.batch.lms_export import ExportFormat, ExportRequest, export
from grader.batch.manifest import MANIFEST, FileNames, stem
from grader.batch.outputs import LOCK, alone, write_outputs
from grader.batch.student_files import StudentOutput
from grader.batch.student_records import without_secrets
from grader.course import load_course
from grader.errors import UsageError
from grader.grade import Grader
from grader.gradebook import ChosenAssignment, Gradebook, Override, QuestionScore, QuizResult
from grader.processes import Process
from grader.render.style import defused, readable
from grader.results import ExerciseResult, Outcome
from grader.submission import from_bytes
from grader.worker import start_worker
from tests.class_samples import HOSTILE, SECRET, Class, result, small_class
from tests.conftest import CHROMIUM, RIGHT, MiniCourse

VOID = {"meta", "link", "br", "hr", "img", "input"}
SVG = {"rect", "line"}


@pytest.fixture
def room(mini: MiniCourse, tmp_path: Path) -> Iterator[Class]:
    made = small_class(mini.load(), tmp_path / "out")
    with made.book:
        yield made


def write(room: Class, **options: bool) -> tuple[int, int, int]:
    """Files written, kept and removed."""
    done = write_outputs(room.course, room.book, room.out, **options)
    return done.written, done.kept, done.removed


def grades(out: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO((out / "grades.csv").read_text(encoding="utf-8-sig"))))


def times(out: Path) -> dict[str, int]:
    files = (path for path in out.rglob("*.*") if not path.name.startswith("gradebook.db"))
    return {str(path.relative_to(out)): path.stat().st_mtime_ns for path in files}


class Page(HTMLParser):
    """Reads a page strictly: every element is closed, in order."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.seen: set[str] = set()
        self.attributes: list[tuple[str, str, str]] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in SVG, tag
        self.seen.add(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] != "style":
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())

    def links(self) -> list[str]:
        return [value for _, name, value in self.attributes if name in ("href", "src", "action", "xlink:href")]


def page(path: Path) -> Page:
    return Page(path.read_text(encoding="utf-8"))


def assert_inert(found: Page) -> None:
    assert not found.seen & {"script", "iframe", "object", "embed", "form", "img", "base", "audio", "video", "use"}
    for tag, name, value in found.attributes:
        assert not name.startswith("on"), (tag, name)
        assert "javascript:" not in value or name not in ("href", "src"), (tag, name, value)
        assert "url(" not in value
    for link in found.links():
        assert link.startswith(("#", "feedback/", "data:,")), link


def test_real_results_become_grades_results_feedback_and_a_report(mini: MiniCourse, tmp_path: Path) -> None:
    squared = RIGHT.replace("np.add(x, x)", "x * x")
    course = mini.load()
    room = Class(course, tmp_path / "out")
    with start_worker(isolation="L0") as worker, room.book:
        grader = Grader(course, worker)
        for student, source in {"ada": RIGHT, "bob": squared, "cy": "def double(x:\n"}.items():
            submission = from_bytes(Path("double.py"), source.encode())
            room.hand_in(student, grader.grade(course.find("double"), submission))
        written = write_outputs(course, room.book, room.out)
    assert [row["double"] for row in grades(room.out)] == ["5", "1", "0"]
    told = page(room.out / "feedback" / "bob.html")
    assert_inert(told)
    assert "The value is squared." in told.text
    assert "1 of 5 points" in told.text
    assert "syntax" in page(room.out / "feedback" / "cy.html").text.lower()
    assert [(one.name, one.students) for one in written.overview.mistakes] == [("squared", 1)]
    data = json.loads((room.out / "results" / "bob.json").read_text())
    assert data["items"][0]["result"]["checks"][0]["misconception"] == "squared"


def test_grades_are_a_table_that_spreadsheets_and_programs_read(room: Class) -> None:
    write(room)
    assert (
        (room.out / "grades.csv")
        .read_bytes()
        .startswith(b"\xef\xbb\xbfstudent,name,double,total,maximum,percent,late,review\r\n")
    )
    rows = {row["student"]: row for row in grades(room.out)}
    assert list(rows["bob"].values()) == ["bob", "Bob", "1", "1", "5", "20", "", ""]
    assert rows["eve"]["name"] == "Ève"
    assert rows["cy"]["late"] == "double"
    assert {name: row["double"] for name, row in rows.items() if not row["double"]} == {"eve": "", "fay": "", "gus": ""}
    assert rows["dee"]["review"] == "double: the grader failed and gave the points"
    assert rows["eve"]["review"] == "the archive is encrypted"
    assert rows["fay"]["review"] == "double: not graded yet"
    assert rows["gus"]["review"] == "submitted nothing"


def test_the_json_of_a_student_holds_the_mark_and_the_result_that_counts(room: Class) -> None:
    room.hand_in("bob", result("adds"), after=1)
    write(room)
    data = json.loads((room.out / "results" / "bob.json").read_text(encoding="utf-8"))
    assert (data["schema"], data["student"], data["total"], data["maximum"], data["percent"]) == (1, "bob", 4, 5, 80)
    (item,) = data["items"]
    assert (item["item"], item["score"], item["attempt"], item["attempts"]) == ("double", 4, 2, 2)
    assert [one["submitted"] for one in item["hand_ins"]] == ["2026-03-01T12:00:00+00:00", "2026-03-02T12:00:00+00:00"]
    assert item["versions"]["numpy"] == "2.4.6"
    assert ExerciseResult.from_json(item["result"]) == without_secrets(result("adds"))


def test_results_are_told_with_the_points_of_today(room: Class, mini: MiniCourse) -> None:
    mini.yaml({"doubles": 20, "negative": 1, "adds": 1, "secret": 1})
    room.course = mini.load()
    write(room)
    assert "23 of 23 points" in page(room.out / "feedback" / "ada.html").text
    assert "20 / 20" in page(room.out / "feedback" / "ada.html").text


@pytest.mark.parametrize("outcome", [Outcome.FAILED, Outcome.GRADER_ERROR, Outcome.RAISED])
def test_feedback_tells_of_a_hidden_check_the_sentence_and_nothing_else(room: Class, outcome: Outcome) -> None:
    room.hand_in("bob", result("secret", "adds", outcome=outcome), after=1)
    write(room)
    text = (room.out / "feedback" / "bob.html").read_text(encoding="utf-8")
    assert "a large case is doubled" in text
    assert SECRET not in text


def test_what_a_student_may_read_holds_nothing_of_a_hidden_check_but_its_outcome() -> None:
    whole = result("secret", "adds", outcome=Outcome.CRASHED)
    told = without_secrets(whole)
    assert SECRET not in repr(told)
    assert told.checks[3].kind is None
    assert [check.outcome for check in told.checks] == [check.outcome for check in whole.checks]
    assert told.checks[:3] == whole.checks[:3]


def test_how_a_hidden_check_failed_is_kept_in_the_gradebook_and_told_nowhere_else(
    mini: MiniCourse, tmp_path: Path
) -> None:
    """All that is written for students is the same to the byte, however it failed."""
    course, kinds, written = mini.load(), (Outcome.FAILED, Outcome.TIMED_OUT, Outcome.CRASHED), []
    for kind in kinds:
        room = Class(course, tmp_path / kind)
        with room.book:
            room.student("bob", "Bob", lms="502")
            for day in range(2):
                room.hand_in("bob", result("secret", outcome=kind), after=day)
            kept = [detail.result for detail in room.book.details("bob")]
            write(room)
            export(course, room.book, ExportRequest(ExportFormat.GRADESCOPE, room.out / "gradescope"))
            export(course, room.book, ExportRequest(ExportFormat.MOODLE, room.out / "moodle.csv"))
        assert [found.checks[3].kind for found in kept if found] == [None if kind is Outcome.FAILED else kind] * 2
        files = [path for path in room.out.rglob("*.*") if not path.name.startswith(("gradebook.db", MANIFEST))]
        written.append({str(path.relative_to(room.out)): path.read_bytes() for path in files})
    assert {"results/bob.json", "feedback/bob.html", "gradescope/bob.json", "moodle.csv"} <= written[0].keys()
    assert written[0] == written[1] == written[2]


def test_feedback_tells_how_the_mark_came_about(room: Class, mini: MiniCourse) -> None:
    mini.write("course.yaml", "title: A small course\nseed: 7\npolicy: {late: {penalty: 10}, maximum: 50}\n")
    room.course = mini.load()
    room.hand_in("cy", result("adds"), late=90000, after=1)
    write(room)
    text = page(room.out / "feedback" / "cy.html").text
    assert "32 of 50 points · 64 %" in text
    assert "4 of 5, 2 days late: −20 %, attempt 2, the last of 2, counts 32 of 50" in text
    assert "Attempt 1, 2026-03-01 12:00 UTC: 4 of 5 points, 2 days late: −20 %" in text
    assert "Attempt 2, 2026-03-02 12:00 UTC: 4 of 5 points, 2 days late: −20 % (this one counts)" in text


def test_feedback_shows_what_was_decided_by_hand(room: Class) -> None:
    room.book.override(
        Override("bob", "double", "typed it <b>twice</b>", score=4.5, comment="Well done.\nReally & truly.")
    )
    room.book.override(Override("cy", "double", "ill", excused=True))
    write(room)
    text = page(room.out / "feedback" / "bob.html").text
    assert "Decided by hand by ada: 4.5 points (2026-03-01" in text
    assert "Well done. Really & truly. Reason: typed it <b>twice</b>" in text
    excused = page(room.out / "feedback" / "cy.html").text
    assert "excused, so that it does not count" in excused
    assert "excused from everything" in excused
    assert "0 of 5 points" not in excused
    assert [row["double"] for row in grades(room.out)][1:3] == ["4.5", "excused"]


def test_feedback_tells_problems_and_what_is_missing(room: Class) -> None:
    write(room)
    told = {name: page(room.out / "feedback" / f"{name}.html").text for name in ("dee", "eve", "fay", "gus")}
    assert "The grader itself failed at a check. Its points were given, and a person will look at it." in told["dee"]
    assert "A submission could not be graded: the archive is encrypted" in told["eve"]
    assert "Not everything is graded yet" in told["fay"]
    assert "not submitted" in told["gus"]


def test_a_quiz_counts_beside_exercises_and_shows_its_answers(room: Class, mini: MiniCourse) -> None:
    mini.write(
        "quizzes/01_sums.yaml",
        """
        title: Sums
        questions:
          - {id: two, type: numeric, prompt: 1 + 1?, answer: 2, points: 3, explanation: It is., source: S0}
        """,
    )
    room.course = mini.load()
    wrong = QuestionScore("two", 0.0, "wrong", note="<i>3</i>")
    room.book.save_quiz([QuizResult("ada", "sums", "d", (wrong,), key="k")])
    room.book.choose(ChosenAssignment("default", ("double", "sums")))
    write(room)
    assert list(grades(room.out)[0].values())[:6] == ["ada", "Ada Lovelace", "5", "0", "5", "8"]
    told = page(room.out / "feedback" / "ada.html")
    assert_inert(told)
    assert "two wrong: <i>3</i>" in told.text
    room.book.save_quiz([QuizResult("ada", "sums", "d", (replace(wrong, note="no"),), key="k")])
    assert write(room)[0] == 2
    assert "two wrong: no" in page(room.out / "feedback" / "ada.html").text


def test_what_does_not_count_is_shown_all_the_same(room: Class, mini: MiniCourse) -> None:
    mini.write("quizzes/01_sums.yaml", "title: Sums\nquestions: [{id: two, type: numeric, prompt: x?, answer: 2}]\n")
    mini.write("course.yaml", "title: A small course\nseed: 7\npolicy: {counts: [sums]}\n")
    room.course = mini.load()
    write(room)
    text = page(room.out / "feedback" / "bob.html").text
    assert "0 of 1 points" in text
    assert "Not part of this assignment Submitted and checked, but it does not count. Double 1 of 5" in text
    assert "The value is squared." in text


def test_the_report_tells_the_class_in_numbers_and_who_needs_a_look(room: Class) -> None:
    room.hand_in("gus", result("doubles", "negative", mistake="squared"))
    overview = write_outputs(room.course, room.book, room.out).overview
    assert (overview.students, overview.handed_in, overview.complete) == (7, 7, False)
    assert overview.bins == (0, 0, 1, 0, 1, 0, 0, 0, 1, 2)
    assert [(one.name, one.graded, one.full, one.mean) for one in overview.items] == [("double", 5, 2, 68.0)]
    assert [(one.name, one.students) for one in overview.mistakes] == [("squared", 2)]
    assert [(one.title, one.failed, one.graded) for one in overview.checks][:2] == [
        ("every value is doubled", 2, 5),
        ("negative values are doubled too", 2, 5),
    ]
    review = {one.kind.name: [row.student for row, _ in one.students] for one in overview.review}
    assert review == {"FAULT": ["dee"], "UNREADABLE": ["eve"], "WAITING": ["fay"]}
    assert (overview.isolation, overview.versions["numpy"]) == ({"L2": 5}, ("2.4.6",))
    told = page(room.out / "report.html")
    assert_inert(told)
    for words in ("7 students", "The value is squared. double: squared", "Isolation L2", "numpy 2.4.6", "Ada Lovelace"):
        assert words in told.text
    for link in told.links():
        assert link.startswith("data:") or (room.out / unquote(link)).is_file()


def test_no_name_breaks_a_page_or_leaves_its_folder(mini: MiniCourse, tmp_path: Path) -> None:
    room = Class(mini.load(), tmp_path / "out")
    with room.book:
        for student, name in HOSTILE.items():
            room.student(student, name)
            room.hand_in(student, result("adds", said="<img src=x onerror=alert(1)> {{ 7 * 7 }} \u202e\x1b[31m"))
        write(room)
    outside = [path for path in tmp_path.iterdir() if path.name not in ("out", "mini")]
    pages = sorted((room.out / "feedback").iterdir())
    assert outside == []
    assert len(pages) == len(list((room.out / "results").iterdir())) == len(HOSTILE)
    for path in [room.out / "report.html", *pages]:
        found = page(path)
        assert_inert(found)
        assert "49" not in found.text.split()
        assert "\u202e" not in found.text
    students = {json.loads(path.read_text(encoding="utf-8"))["student"] for path in (room.out / "results").iterdir()}
    assert students == {student.replace("\0", "\\x00") for student in HOSTILE}
    links = [unquote(link) for link in page(room.out / "report.html").links() if link.startswith("feedback/")]
    assert sorted(links) == [f"feedback/{path.name}" for path in pages]


def test_no_cell_of_the_grades_is_a_formula(mini: MiniCourse, tmp_path: Path) -> None:
    room = Class(mini.load(), tmp_path / "out")
    with room.book:
        for student, name in HOSTILE.items():
            room.student(student, name)
        write(room)
    text = (room.out / "grades.csv").read_text(encoding="utf-8-sig")
    for delimiter in ",;\t":  # as spreadsheets of one country or another cut it
        for row in csv.reader(io.StringIO(text), delimiter=delimiter):
            assert not [cell for cell in row if re.match(r"\s*[=+\-@\t\r]", cell)]


def test_texts_that_look_like_formulas_get_an_apostrophe_and_others_do_not() -> None:
    assert [defused(text) for text in ("=1", " +1", "-x", "@a", "\t=1", "＝1", "x;=1")] == [
        "'=1", "'+1", "'-x", "'@a", "'=1", "'＝1", "x;'=1",
    ]  # fmt: skip
    for text in ("Jean-Luc", "O'Neil, Jane", "a@b.org", "3 + 4", "", "مریم‌گل"):
        assert defused(text) == text
    assert readable("a\u202eb\nc\ud800") == "ab c\ufffd"


def test_files_are_named_after_students_wherever_that_is_safe() -> None:
    for student in ("ada", "s123", "Doe, Jane", "ada@uni.edu", "Zoë", "ada~1f2e3d"):
        assert stem(student) == student
    names = [
        stem(student)
        for student in ("../../x", "a/b", "a\\b", "con", "NUL.txt", "", ".", "a.", " a", "x" * 300, "é" * 300, "-rf")
    ]
    assert len(set(names)) == len(names)
    for name in names:
        assert re.fullmatch(r"[\w.\-]*~[0-9a-f]{8}", name), name
        assert len(name.encode()) < 200
        assert not name.startswith(".")
        assert name.partition("~")[0].partition(".")[0].lower() not in ("con", "nul")


def test_students_that_a_file_system_cannot_keep_apart_get_marks() -> None:
    names = FileNames(["Ada", "ada", "bob", "E\u0301ve", "\u00c9ve"])
    found = [names.of(student) for student in ("Ada", "ada", "bob", "E\u0301ve", "\u00c9ve")]
    assert found[2] == "bob"
    assert len({name.casefold() for name in found}) == 5


def test_where_nothing_changed_nothing_is_written(room: Class) -> None:
    assert write(room) == (16, 0, 0)
    before = times(room.out)
    assert write(room) == (0, 16, 0)
    assert write(room, anew=True) == (0, 16, 0)
    after = times(room.out)
    assert {name for name in before if before[name] != after[name]} == {MANIFEST}


def test_a_change_of_one_student_writes_only_what_shows_it(room: Class) -> None:
    write(room)
    before = times(room.out)
    room.hand_in("gus", result())
    assert write(room) == (4, 12, 0)
    changed = {name for name, time in times(room.out).items() if before[name] != time}
    assert changed == {"grades.csv", "report.html", "feedback/gus.html", "results/gus.json", MANIFEST}


def test_a_file_that_somebody_changed_or_removed_is_written_again(room: Class) -> None:
    write(room)
    whole = (room.out / "feedback" / "ada.html").read_bytes()
    (room.out / "feedback" / "ada.html").write_text("all points!")
    (room.out / "results" / "bob.json").unlink()
    assert write(room) == (2, 14, 0)
    assert (room.out / "feedback" / "ada.html").read_bytes() == whole


def test_files_of_a_student_who_left_go_and_nothing_else_does(room: Class) -> None:
    write(room)
    mine = room.out / "feedback" / "notes.html"
    mine.write_text("my own")
    (room.out / "feedback" / "cy.html").write_text("edited by hand")
    for student in ("bob", "cy"):
        room.book.remove_student(student, "left the course")
    assert write(room)[2] == 3
    left = {path.name for path in (room.out / "feedback").iterdir()} | {
        path.name for path in (room.out / "results").iterdir()
    }
    assert {"notes.html", "cy.html"} <= left
    assert not {"bob.html", "bob.json", "cy.json"} & left


def test_files_go_with_the_names_that_students_no_longer_have(mini: MiniCourse, tmp_path: Path) -> None:
    """Another student's arrival gives both a mark; the plain name is nobody's then."""
    room = Class(mini.load(), tmp_path / "out")
    with room.book:
        room.student("Ada", "Ada")
        write(room)
        room.student("ada", "ada")
        assert write(room)[2] == 2
        assert len([path for path in (room.out / "feedback").iterdir() if re.match(r"[Aa]da~", path.name)]) == 2
        room.book.remove_student("Ada", "left")
        assert write(room)[2] == 4
    assert [path.name for path in (room.out / "feedback").iterdir()] == ["ada.html"]


def test_of_two_that_write_at_once_the_later_one_tells_what_the_gradebook_holds(
    room: Class, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first has read the gradebook and is slow; what is decided meanwhile must not be written over."""
    reading, go_on, write_files = Event(), Event(), writer.write_files

    def slowly(*arguments: Any) -> StudentOutput:
        if not reading.is_set():
            reading.set()
            go_on.wait()
        return write_files(*arguments)

    def write_beside() -> None:
        with Gradebook.open(room.book.path) as book:
            write_outputs(room.course, book, room.out)

    monkeypatch.setattr(writer, "write_files", slowly)
    first, second = Thread(target=write_beside), Thread(target=write_beside)
    first.start()
    reading.wait()
    room.book.override(Override("bob", "double", "right after all", score=5))
    second.start()
    second.join(1)  # it waits for the first; if it does not, it is done by now, or the first is not the last
    go_on.set()
    first.join()
    second.join()
    assert {mark.student: mark.total for mark in room.book.marks()}["bob"] == "5.00"
    assert next(row for row in grades(room.out) if row["student"] == "bob")["total"] == "5"
    told = json.loads((room.out / "results" / "bob.json").read_text(encoding="utf-8"))
    assert "right after all" in json.dumps(told)
    assert write(room) == (0, 16, 0)


def test_who_writes_waits_also_for_processes_that_outlive_another_writer(tmp_path: Path) -> None:
    with alone(tmp_path) as lock:
        left = Process(grade_jobs, BatchConfig(str(tmp_path), 1), keep=(lock,))
    with (tmp_path / LOCK).open("w") as file, pytest.raises(BlockingIOError):
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    left.close()
    with alone(tmp_path):
        pass


def test_what_somebody_who_was_killed_left_half_written_goes_and_nothing_else_does(room: Class) -> None:
    halves = [".grades.csv.7.part", "..written.jsonl.7.part", "results/.ada.json.7.part", "feedback/.ada.html.7.part"]
    mine = [".notes.7.part", "results/.notes", "feedback/notes.part"]
    write(room)
    for name in (*halves, *mine):
        (room.out / name).write_text("half")
    write(room)
    assert [name for name in halves if (room.out / name).exists()] == []
    assert [name for name in mine if (room.out / name).exists()] == mine


def test_files_of_a_student_who_left_go_also_if_the_end_was_not_reached(
    room: Class, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once the ledger forgets them, nobody would know that the files are ours."""
    write(room)
    room.book.remove_student("bob", "left the course")
    replace_ = Path.replace

    def killed(self: Path, target: Path) -> Path:
        done = replace_(self, target)
        if Path(target).name == MANIFEST:
            raise KeyboardInterrupt
        return done

    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", killed)
        with pytest.raises(KeyboardInterrupt):
            write(room)
    write(room)
    assert not (room.out / "feedback" / "bob.html").exists()
    assert not (room.out / "results" / "bob.json").exists()


@pytest.mark.parametrize("broken", [b"", b"\xff\x00", b'{"version": 99}\n', b'{"version": 1}\n{"stamp": 1}\n'])
def test_without_a_sound_ledger_everything_is_compared_and_stays(room: Class, broken: bytes) -> None:
    write(room)
    (room.out / MANIFEST).write_bytes(broken)
    assert write(room) == (0, 16, 0)
    assert write(room) == (0, 16, 0)


def test_marks_are_saved_and_changes_are_told(room: Class) -> None:
    assert write_outputs(room.course, room.book, room.out).changes == ()
    room.book.override(Override("bob", "double", "mercy", score=5))
    changes = write_outputs(room.course, room.book, room.out).changes
    assert [(one.student, one.old, one.new) for one in changes] == [("bob", "1 of 5", "5 of 5")]
    assert {row.student: row.total for row in room.book.marks()}["bob"] == "5.00"


def test_a_gradebook_of_another_course_is_refused(room: Class, tmp_path: Path) -> None:
    other = MiniCourse(tmp_path / "other")
    other.write("course.yaml", "title: Another course\nseed: 1\n")
    other.write("exercises/1_basics/01_triple/README.md", "# Triple\n")
    with pytest.raises(UsageError, match="is of the course 'A small course', but the course here is 'Another course'"):
        write_outputs(load_course(other.path), room.book, room.out)


def test_what_cannot_be_written_is_told_in_a_sentence(room: Class) -> None:
    room.out.mkdir(exist_ok=True)
    (room.out / "results").write_text("in the way")
    with pytest.raises(UsageError, match="results' cannot be written: file exists"):
        write(room)


@pytest.mark.skipif(CHROMIUM is None, reason="no browser here")
def test_a_browser_reads_the_page_as_it_was_meant(mini: MiniCourse, tmp_path: Path) -> None:
    room = Class(mini.load(), tmp_path / "out")
    with room.book:
        room.student("x", "<script>document.title='owned'</script>")
        room.hand_in("x", result("adds", said="<img src=x onerror=\"document.title='owned'\">"))
        write(room)
    command = [str(CHROMIUM), "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'chromium'}"]
    address = (room.out / "feedback" / "x.html").as_uri()
    done = subprocess.run([*command, "--dump-dom", address], capture_output=True, text=True, timeout=120, check=True)
    found = Page(done.stdout)
    assert_inert(found)
    assert "<title>&lt;script&gt;" in done.stdout


def contents(out: Path) -> dict[str, bytes]:
    """Of the students' files."""
    return {f"{path.parent.name}/{path.name}": path.read_bytes() for path in out.glob("*/*.*")}


@pytest.fixture
def busy(room: Class, monkeypatch: pytest.MonkeyPatch) -> None:
    """So many students that the files of most are made in other processes."""
    for number in range(40):
        room.student(f"a{number:02}", "Ann")
        room.hand_in(f"a{number:02}", result())
    monkeypatch.setattr(os, "cpu_count", lambda: 2)


@pytest.mark.usefixtures("busy")
def test_files_are_the_same_whoever_makes_them(room: Class, monkeypatch: pytest.MonkeyPatch) -> None:
    write(room)
    elsewhere, manifest = contents(room.out), (room.out / MANIFEST).read_text()
    (room.out / MANIFEST).unlink()
    for path in room.out.glob("*/*.*"):
        path.unlink()
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    assert write(room)[0] == len(elsewhere)
    assert contents(room.out) == elsewhere
    assert [json.loads(line)["row"] for line in (room.out / MANIFEST).read_text().splitlines()[1:]] == [
        json.loads(line)["row"] for line in manifest.splitlines()[1:]
    ]


@pytest.mark.usefixtures("busy")
def test_files_that_another_process_did_not_live_to_make_are_made_here(
    room: Class, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Doomed(Process):
        def give(self, task: object) -> None:
            super().give(task)
            os.kill(self.pid, signal.SIGKILL)

    monkeypatch.setattr(writer, "Process", Doomed)
    write(room)
    assert len(contents(room.out)) == 2 * len(grades(room.out))


@pytest.mark.usefixtures("busy")
def test_a_disk_that_is_full_in_another_process_is_told_here(room: Class) -> None:
    folder = room.out / "feedback" / "fay.html"
    folder.mkdir(parents=True)
    with pytest.raises(UsageError, match=r"fay\.html' cannot be written: .*; make room or check the permissions"):
        write(room)


@pytest.mark.usefixtures("busy")
def test_where_nothing_changed_no_process_is_started(room: Class, monkeypatch: pytest.MonkeyPatch) -> None:
    write(room)
    monkeypatch.setattr(writer, "Process", pytest.fail)
    assert write(room)[0] == 0
