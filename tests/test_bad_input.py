"""Files, values and surroundings that nobody plans for: one clear sentence each, the right exit code, no traceback."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from textwrap import indent
from typing import Any

import pytest

from tests.conftest import COMMAND, RIGHT, GraderCommand, MiniCourse, Run
from tests.helpers import with_double

POINTS = {"doubles": 2, "negative": 1, "adds": 1, "secret": 1}
NO_TEXT = "double.py is not UTF-8 text: save it as a plain Python file"
PUBLIC = ("doubles", "negative", "adds")
TOO_LARGE = "what double() returned is too large or too deeply nested to be the answer"


def results(run: Run) -> dict[str, dict[str, Any]]:
    """Checks by their id, after a run that must not have stumbled."""
    assert "Traceback" not in run.out + run.err
    assert run.err == ""
    return {check["id"]: check for check in run.json["checks"]}


Grade = Callable[..., Run]


@pytest.fixture
def grade(grader: GraderCommand, mini: MiniCourse, tmp_path: Path) -> Grade:
    """Grades a submission with this content on the small course."""

    def run(content: str | bytes, *options: str, name: str = "double.py", **kwargs: Any) -> Run:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return grader("check", "double", "--course", mini.path, "--submission", name, "--json", *options, **kwargs)

    return run


# What cannot be read as a submission: exit 2, one sentence.


@pytest.fixture
def refuse(grader: GraderCommand, mini: MiniCourse) -> Callable[[object], str]:
    def run(submission: object) -> str:
        done = grader("check", "double", "--course", mini.path, "--json", "--submission", submission)
        assert (done.code, done.out) == (2, "")
        assert "Traceback" not in done.err
        (sentence,) = done.err.splitlines()
        return sentence

    return run


def test_a_missing_file_is_told_with_how_to_name_one(refuse: Callable[[object], str]) -> None:
    assert refuse("nowhere.py") == "grader: there is no file 'nowhere.py'; name your file with --submission FILE"


def test_a_missing_file_of_the_default_name_is_told_too(grader: GraderCommand, mini: MiniCourse) -> None:
    done = grader("check", "double", "--course", mini.path)
    assert (done.code, done.out) == (2, "")
    remedy = "name yours with --submission FILE, or create a workspace with 'grader init'"
    assert done.err == f"grader: there is no file 'double.py' here; {remedy}\n"


def test_a_folder_is_told(refuse: Callable[[object], str], tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    assert refuse("work") == "grader: 'work' is a folder; name the Python file in it"


def test_a_file_of_50_mb_is_told_with_its_size_and_the_limit(refuse: Callable[[object], str], tmp_path: Path) -> None:
    with (tmp_path / "double.py").open("wb") as file:
        file.truncate(50 << 20)
    said = "'double.py' has 50 MB; a submission may have at most 1 MB: keep data out of the source file"
    assert refuse("double.py") == f"grader: {said}"


def test_a_pipe_or_device_is_told(refuse: Callable[[object], str]) -> None:
    assert refuse(os.devnull) == f"grader: '{os.devnull}' is not a regular file; name a Python file"


# What is read, but is no program: exit 1, nothing passed, one sentence.


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(bytes(range(256)) * 40, id="binary"),
        pytest.param(RIGHT.encode("utf-16-le"), id="UTF-16 without its mark"),
        pytest.param("name = 'café'\n".encode("latin-1") + RIGHT.encode(), id="Latin-1"),
    ],
)
def test_what_is_no_utf_8_text_is_told(grade: Grade, content: bytes) -> None:
    done = grade(content)
    assert done.code == 1
    checks = results(done)
    assert {checks[name]["outcome"] for name in PUBLIC} == {"syntax_error"}
    assert checks["doubles"]["message"] == NO_TEXT
    assert done.json["score"] == 0.0


@pytest.mark.parametrize(
    ("head", "encoding", "word"),
    [
        ("", "utf-16", "café"),
        ("# coding: utf-16\n", "utf-16", "café"),
        ("", "utf-8-sig", "café"),
        ("#!/usr/bin/python\n# vim: fileencoding=latin-1\n", "latin-1", "café"),
        ("# coding: cp1252\n", "utf-8", "cafÃ©"),  # Python believes the declaration, too
    ],
)
def test_other_formats_of_text_are_read_where_the_file_says_which(
    grade: Grade, head: str, encoding: str, word: str
) -> None:
    source = f"{head}NAME = 'café'\n{RIGHT.replace('return np.add(x, x)', 'raise ValueError(NAME)')}"
    assert results(grade(source.encode(encoding)))["doubles"]["message"] == f"raised ValueError: {word}"


@pytest.mark.parametrize("content", ["", "\n \n\t\n"])
def test_an_empty_file_is_told(grade: Grade, content: str) -> None:
    done = grade(content)
    assert (done.code, done.json["score"]) == (1, 0.0)
    assert results(done)["doubles"]["message"] == "double.py has no function 'double'; the file is empty"


def test_tabs_mixed_with_spaces_are_told_with_their_line(grade: Grade) -> None:
    done = grade("def double(x):\n\tif True:\n        return 2 * x\n")
    said = "double.py, line 3: inconsistent use of tabs and spaces in indentation"
    assert (done.code, results(done)["doubles"]["message"]) == (1, said)


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"\xef\xbb\xbf" + RIGHT.encode(), id="BOM"),
        pytest.param(RIGHT.replace("\n", "\r\n").encode(), id="CRLF"),
        pytest.param(RIGHT.replace("    ", "\t").encode(), id="tabs"),
        pytest.param(b"# -*- coding: latin-1 -*-\n# caf\xe9\n" + RIGHT.encode(), id="declared Latin-1"),
    ],
)
def test_right_code_passes_however_its_text_is_stored(grade: Grade, content: bytes) -> None:
    done = grade(content)
    assert (done.code, done.json["score"]) == (0, 5.0)


@pytest.mark.parametrize(
    "name", ["random.py", "numpy.py", "torch.py", "checks.py", "solution.py", "mein Größtes 数.py"]
)
def test_a_right_file_passes_under_any_name(grade: Grade, name: str) -> None:
    done = grade(RIGHT, name=name)
    assert (done.code, done.json["score"]) == (0, 5.0)


def test_a_file_named_checks_is_not_taken_for_the_checks(grade: Grade) -> None:
    done = grade(
        with_double("return helper()", "def helper(x):\n    return x\n"), "--only", "doubles", name="checks.py"
    )
    found = results(done)["doubles"]
    assert (found["outcome"], found["details"]) == (
        "exception",
        ["checks.py, line 6, in double", "    return helper()"],
    )


def test_sibling_modules_and_data_files_come_along(grade: Grade, tmp_path: Path) -> None:
    (tmp_path / "helper.py").write_text("from deeper import twice\n")
    (tmp_path / "deeper.py").write_text("def twice(x):\n    return x + x\n")
    (tmp_path / "größe").mkdir()
    (tmp_path / "größe" / "zahlen 1.txt").write_text("2\n")
    source = with_double(
        "return twice(x) * FACTOR / 2", "from helper import twice\nFACTOR = float(open('größe/zahlen 1.txt').read())\n"
    )
    assert grade(source).code == 0


def test_a_fault_in_a_sibling_file_is_shown_with_its_line(grade: Grade, tmp_path: Path) -> None:
    (tmp_path / "helper.py").write_text("def twice(x):\n    return x + undefined\n")
    found = results(grade(with_double("return twice(x)", "from helper import twice\n"), "--only", "doubles"))
    assert found["doubles"]["details"][-2:] == ["helper.py, line 2, in twice", "    return x + undefined"]


def test_a_data_file_named_by_its_absolute_path_is_left_as_it_is(grade: Grade, tmp_path: Path) -> None:
    data = tmp_path / "data.txt"
    data.write_text("2")
    os.utime(data, (1, 1))
    grade(with_double(f"return x * int(open('{data}').read())"))
    assert data.stat().st_mtime == 1


# Code that misbehaves while it is imported.


@pytest.mark.parametrize(
    ("source", "outcome", "said"),
    [
        (
            "import sys\nsys.exit('bye')",
            "exited",
            "the code ended the program while it was being imported: remove exit(), sys.exit() or os._exit()",
        ),
        ("x = 1 / 0", "exception", "double.py raised ZeroDivisionError: division by zero while it was being imported"),
        ("raise KeyboardInterrupt", "exception", "double.py raised KeyboardInterrupt while it was being imported"),
        (
            "def f():\n    return f()\nf()",
            "exception",
            "double.py raised RecursionError: maximum recursion depth exceeded while it was being imported",
        ),
        ("print('x' * 10**8)", "output_too_large", "printed more than 1 MB: remove the prints"),
    ],
)
def test_trouble_at_import_is_told_once_for_every_check(grade: Grade, source: str, outcome: str, said: str) -> None:
    done = grade(source)
    found = results(done)
    assert (done.code, done.json["score"]) == (1, 0.0)
    assert {(found[name]["outcome"], found[name]["message"]) for name in PUBLIC} == {(outcome, said)}


# Code that misbehaves while it runs.


def test_100_mb_of_prints_end_the_check_and_a_little_of_them_is_shown(grade: Grade) -> None:
    found = results(grade(with_double("for _ in range(100):\n    print('z' * 10**6)\nreturn 2 * x")))
    assert found["doubles"]["outcome"] == "output_too_large"
    assert found["doubles"]["message"] == "printed more than 1 MB: remove the prints"
    assert found["doubles"]["printed"] == "z" * 4000 + "…"
    assert found["adds"]["outcome"] == "passed"


@pytest.mark.parametrize(
    "thread",
    [
        pytest.param("t = Thread(target=lambda: out.append(2 * x))\nt.start()\nt.join()", id="joined"),
        pytest.param("Thread(target=time.sleep, args=(10**6,)).start()\nout.append(2 * x)", id="never ends"),
        pytest.param("Thread(target=spin).start()\nout.append(2 * x)", id="busy"),
    ],
)
def test_threads_do_not_keep_right_code_from_passing(grade: Grade, thread: str) -> None:
    before = "import time\nfrom threading import Thread\ndef spin():\n    while True:\n        pass\n"
    done = grade(with_double(f"out = []\n{thread}\nreturn out[0]", before))
    assert (done.code, done.json["score"]) == (0, 5.0)


def test_endless_recursion_is_told(grade: Grade) -> None:
    found = results(grade(with_double("return double(x)")))
    assert found["doubles"]["outcome"] == "exception"
    assert found["doubles"]["message"] == "the code calls itself without end (RecursionError)"
    assert found["adds"]["outcome"] == "passed"


def test_a_question_to_nobody_is_an_exception(grade: Grade) -> None:
    found = results(grade(with_double("return float(input('x? '))"), "--only", "doubles"))
    assert found["doubles"]["message"] == "input() gets no answer in a check: use the function's arguments"


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("sys.stdout = io.StringIO()\nprint('x')", id="replaced"),
        pytest.param("sys.stdout = sys.stderr = None\nprint('x')", id="None"),
        pytest.param("sys.stdout.close()", id="closed"),
        pytest.param("sys.stdout = Rude()", id="exits when flushed"),
        pytest.param("if x.ndim == 2:\n    os.close(1)\n    os.close(2)", id="descriptors closed"),
    ],
)
def test_right_code_may_do_what_it_likes_with_its_output(grade: Grade, body: str) -> None:
    rude = "import io, os, sys\nclass Rude:\n    def flush(self):\n        raise SystemExit\n"
    done = grade(with_double(f"{body}\nreturn 2 * x", rude))
    assert (done.code, done.json["score"]) == (0, 5.0)


def test_a_flush_that_never_ends_times_out(grade: Grade, mini: MiniCourse) -> None:
    mini.yaml(POINTS, "limits: {seconds: 0.3}\n")
    stuck = "import sys\nclass Stuck:\n    def flush(self):\n        while True:\n            pass\n"
    found = results(grade(with_double("sys.stdout = Stuck()\nreturn 2 * x", stuck), "--only", "doubles"))
    assert found["doubles"]["outcome"] == "timed_out"
    assert "it was at double.py, line " in found["doubles"]["message"]


def test_garbage_on_the_graders_channels_earns_nothing(grade: Grade) -> None:
    """A child that talks nonsense is the submission's doing: a grader error would give it the points."""
    body = """
        for number in range(3, 60):
            try:
                os.write(number, b"\\0" * 4000)
            except OSError:
                pass
        return 2 * x
    """
    done = grade(with_double(body, "import os\n"))
    found = results(done)
    assert done.code == 1
    assert {found[name]["outcome"] for name in ("doubles", "negative")} <= {"crashed", "timed_out"}
    assert {found[name]["score"] for name in ("doubles", "negative", "secret")} == {0.0}
    assert found["adds"]["outcome"] == "passed"


# Strange exceptions and strange values: all of them are functions of one file, graded in one run.


@dataclass(frozen=True)
class Odd:
    """A function's body, and how its check must end. `said` is the whole message."""

    body: str
    outcome: str
    said: str


def _wrong_type(body: str, got: str) -> Odd:
    return Odd(body, "wrong_type", f"returned {got}, expected an array of shape (2,)")


def _raised(body: str, said: str) -> Odd:
    return Odd(body, "exception", said)


def _too_large(body: str) -> Odd:
    return Odd(body, "output_too_large", "what {name}() returned is too large or too deeply nested to be the answer")


def _right(body: str) -> Odd:
    return Odd(body, "passed", "")


CLASSES = """
import numpy as np


class Lazy:
    def __getattr__(self, name):
        raise ValueError(name)
    def fail(self, *args, **kwargs):
        raise ValueError("too late")
    __array__ = __len__ = __iter__ = __getitem__ = __float__ = __repr__ = __str__ = __bool__ = __eq__ = fail
    __hash__ = None

class Liar:
    __class__ = np.ndarray

class Thrower:
    @property
    def __class__(self):
        raise SystemExit

class Nameless(type):
    @property
    def __name__(cls):
        raise ValueError

class NamelessValue(metaclass=Nameless):
    pass

class NamelessError(Exception, metaclass=Nameless):
    pass

class Endless:
    def __repr__(self):
        return repr(self)
    __str__ = __repr__

class Key:
    pass

class ListKey(list):
    __hash__ = object.__hash__

class Text(str):
    def __str__(self):
        raise ValueError
    encode = __len__ = __str__

class Number(float):
    def __float__(self):
        raise ValueError

class Shapeless(np.ndarray):
    @property
    def shape(self):
        return (7, 7)
    def tobytes(self, *args):
        raise ValueError
    astype = tobytes

class Mute(Exception):
    def __str__(self):
        raise ValueError

class Quitter(Exception):
    def __str__(self):
        raise SystemExit

class Interrupter(Exception):
    def __str__(self):
        raise KeyboardInterrupt

class Selfish(Exception):
    def __str__(self):
        return str(self)

class Traceless(Exception):
    __traceback__ = 5

class Obscure(AttributeError):
    @property
    def obj(self):
        raise SystemExit

class Stop(BaseException):
    pass
"""

ODD = {
    "generator": _wrong_type("return (v for v in x)", "a generator"),
    "lazy": _wrong_type("return Lazy()", "a Lazy"),
    "liar": _wrong_type("return Liar()", "a Liar"),
    "thrower": _wrong_type("return Thrower()", "a Thrower"),
    "nameless": _wrong_type("return NamelessValue()", "an object that cannot be read"),
    "endless_repr": _wrong_type("return Endless()", "an Endless"),
    "function": _wrong_type("return lambda: x", "a function"),
    "a_set": _wrong_type("return {1, 2}", "a set"),
    "text": _wrong_type("return Text('abc')", "the text 'abc'"),
    "escapes": _wrong_type(r"return '\udcff\x1b[2J'", r"the text '?\x1b[2J'"),
    "object_array": _wrong_type("return np.array([1.0, None])", "an array of object"),
    "dates": _wrong_type("return np.zeros(2, 'datetime64[s]')", "an array of datetime64[s]"),
    "records": _wrong_type("return np.zeros(2, [('a', 'f8')])", "an array of void64"),
    "huge_int": _wrong_type("return 10 ** 5000", "a huge int"),
    "strange_keys": _wrong_type(
        "return {(1, 2): 3, None: 4, Key(): 5}", "a dict with the keys (1, 2), None, a Key"
    ),
    "list_keys": _wrong_type("return {ListKey(): 3}", "a dict with the key an object"),
    "range_keys": _wrong_type("return {range(3): 3}", "a dict with the key an object"),
    "numpy_keys": _wrong_type("return {np.int64(2): 3}", "a dict with the key 2"),
    "imaginary": Odd("return 1j * x", "wrong_type", "got complex numbers, expected real numbers"),
    "no_imaginary": Odd(
        "return 2 * x + 0j",
        "wrong_type",
        "got complex numbers whose imaginary part is zero, expected real numbers: take .real",
    ),
    "own_number": Odd("return Number(2)", "failed", "expected shape (2,), got a single number"),
    "matrix": Odd("return np.matrix(2 * x)", "failed", "expected shape (2,), got (1, 2): one axis too many"),
    "masked": _right("return np.ma.masked_array(2 * x, mask=False)"),
    "shapeless": _right("return (2 * x).view(Shapeless)"),
    "enormous": Odd(
        "return np.zeros(10**9)", "out_of_memory", "needed more than the memory limit of 1024 MB"
    ),
    "broadcast": _too_large("return np.broadcast_to(1.0, (10**6, 10**6))"),
    "many": _too_large("return [0] * 10**6"),
    "contains_itself": _too_large("a = []\na.append(a)\nreturn a"),
    "dict_contains_itself": _too_large("a = {}\na['a'] = a\nreturn a"),
    "long_text": _too_large("return 'x' * 10**8"),
    "long_range": _too_large("return range(10**30)"),
    "mute": _raised("raise Mute", "raised Mute"),
    "quitter": _raised("raise Quitter", "raised Quitter"),
    "interrupter": _raised("raise Interrupter", "raised Interrupter"),
    "selfish": _raised("raise Selfish", "raised Selfish"),
    "nameless_error": _raised("raise NamelessError", "raised an exception that cannot be shown"),
    "traceless": _raised("raise Traceless", "raised an exception that cannot be shown"),
    "obscure": _raised("raise Obscure('who')", "raised Obscure: who"),
    "base": _raised("raise Stop('now')", "raised Stop: now"),
    "interrupt": _raised("raise KeyboardInterrupt", "raised KeyboardInterrupt"),
    "escaping": _raised(
        r"raise ValueError('a\udcff\x1b[2Jb\nc\u202e')", r"raised ValueError: a?\x1b[2Jb\nc\u202e"
    ),
    "escaping_name": _raised(r"raise type('E\x1b[2J', (Exception,), {})", r"raised E\x1b[2J"),
    "repr_in_message": _raised(
        "raise ValueError(f'{Endless()!r}')", "the code calls itself without end (RecursionError)"
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """The results of all odd functions: one exercise with a check for each, graded once."""
    base = tmp_path_factory.mktemp("odd")
    course = MiniCourse(base / "course")
    checks = [
        f'@check("{name} is told")\ndef check_{name}(impl, rng):\n    return impl.{name}(np.array([1.0, 2.0]))\n\n\n'
        for name in ODD
    ]
    right = [f"def {name}(x):\n    return 2 * x\n\n\n" for name in ODD]
    course.write("course.yaml", "title: Odd\nseed: 7\n")
    course.write("exercises/1_basics/01_double/README.md", "# Double\n")
    course.write(
        "exercises/1_basics/01_double/stub.py", "".join(right).replace("return 2 * x", "raise NotImplementedError")
    )
    course.write("solutions/1_basics/01_double/solution.py", "".join(right))
    course.checks("".join(checks), {f"check_{name}": 1 for name in ODD})
    submission = base / "double.py"
    functions = [f"def {name}(x):\n{indent(case.body, '    ')}\n\n\n" for name, case in ODD.items()]
    submission.write_text(CLASSES + "\n\n" + "".join(functions), encoding="utf-8")
    done = subprocess.run(
        [COMMAND, "check", "double", "--course", course.path, "--submission", submission, "--json"],
        env={**os.environ, "XDG_CACHE_HOME": str(base)},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert done.returncode == 1
    return results(Run(done.returncode, done.stdout, done.stderr))


@pytest.mark.parametrize("name", ODD)
def test_strange_values_and_exceptions_get_one_clear_sentence(name: str, odd: dict[str, dict[str, Any]]) -> None:
    expected, found = ODD[name], odd[f"check_{name}"]
    assert (found["outcome"], found["message"]) == (expected.outcome, expected.said.format(name=name))
    assert found["score"] == (1.0 if expected.outcome == "passed" else 0.0)


def test_what_a_terminal_would_obey_never_reaches_it(grader: GraderCommand, mini: MiniCourse, tmp_path: Path) -> None:
    (tmp_path / "double.py").write_text(
        with_double(r"print('p\udcff\x1b[31mred\x07\x9b2J')" "\n" r"raise ValueError('v\udcff\x1b[2J\x00')")
    )
    done = grader("check", "double", "--course", mini.path)
    assert done.code == 1
    assert "red" in done.out
    assert [char for char in done.out + done.err if not char.isprintable() and char != "\n"] == []


# Surroundings.


@pytest.fixture
def submitted(tmp_path: Path) -> Path:
    path = tmp_path / "double.py"
    path.write_text(RIGHT)
    return path


def test_paths_may_hold_spaces_and_any_letters(grader: GraderCommand, mini: MiniCourse, tmp_path: Path) -> None:
    course = tmp_path / "Kurs mit Größe 数 'q'"
    mini.path.rename(course)
    work = tmp_path / "Arbeit é ü"
    work.mkdir()
    (work / "meine Lösung.py").write_text(RIGHT)
    done = grader("check", "double", "--course", course, "--submission", "meine Lösung.py", cwd=work)
    assert (done.code, done.err) == (0, "")
    assert "meine Lösung.py" in done.out
    assert "All 4 checks passed." in done.out


def test_any_folder_will_do(grader: GraderCommand, mini: MiniCourse, submitted: Path) -> None:
    done = grader("check", "double", "--course", mini.path, "--submission", submitted, cwd=Path("/"))
    assert done.code == 0


def test_the_course_around_the_current_folder_is_found(
    grader: GraderCommand, mini: MiniCourse, submitted: Path
) -> None:
    assert grader("check", "double", "--submission", submitted, cwd=mini.exercise).code == 0


@pytest.mark.skipif(sys.platform != "linux", reason="drops a capability of Linux")
def test_a_read_only_course_and_folder_will_do(mini: MiniCourse, submitted: Path, tmp_path: Path) -> None:
    """Root ignores permission bits, so it gives that power up first."""
    before = set(mini.path.rglob("*"))
    drop: list[str] = []
    if os.geteuid() == 0:
        if shutil.which("setpriv") is None:
            pytest.skip("root without setpriv cannot be kept from writing")
        drop = ["setpriv", "--bounding-set=-dac_override", "--inh-caps=-dac_override", "--"]
    folders = [mini.path, *(path for path in before if path.is_dir()), tmp_path]
    for folder in folders:
        folder.chmod(0o555)
    try:
        blocked = subprocess.run([*drop, "touch", str(mini.path / "new")], capture_output=True, check=False)
        done = subprocess.run(
            [*drop, COMMAND, "check", "double", "--course", str(mini.path), "--submission", str(submitted), "--json"],
            cwd=tmp_path,
            env={**os.environ, "XDG_CACHE_HOME": str(mini.path / "cache")},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
    finally:
        for folder in folders:
            folder.chmod(0o755)
    assert blocked.returncode != 0
    assert (done.returncode, done.stderr) == (0, "")
    assert set(mini.path.rglob("*")) == before


def test_no_home_folder_is_needed(grader: GraderCommand, mini: MiniCourse, submitted: Path) -> None:
    env = {"HOME": f"{os.devnull}/home", "XDG_CACHE_HOME": ""}
    done = grader("check", "double", "--course", mini.path, "--submission", submitted, env=env)
    assert (done.code, done.err) == (0, "")


@pytest.mark.skipif(os.name != "posix", reason="descriptors are closed by a shell")
def test_a_closed_standard_input_will_do(mini: MiniCourse, submitted: Path, cache: Path, tmp_path: Path) -> None:
    command = [COMMAND, "check", "double", "--course", str(mini.path), "--submission", str(submitted), "--json"]
    done = subprocess.run(
        ["sh", "-c", 'exec "$@" <&-', "sh", *command],
        cwd=tmp_path,
        env={**os.environ, "XDG_CACHE_HOME": str(cache)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert results(Run(done.returncode, done.stdout, done.stderr))["doubles"]["outcome"] == "passed"


def test_a_reader_that_leaves_early_sees_no_traceback(mini: MiniCourse, submitted: Path, cache: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(
            [COMMAND, "check", "double", "--course", str(mini.path), "--submission", str(submitted)],
            env={**os.environ, "XDG_CACHE_HOME": str(cache)},
            stdout=writer,
            stderr=subprocess.PIPE,
            text=True,
            timeout=300,
            check=False,
        )
    finally:
        os.close(writer)
    assert done.stderr == ""


def test_piped_output_has_no_colour_and_survives_an_ascii_terminal(
    grader: GraderCommand, mini: MiniCourse, submitted: Path
) -> None:
    ascii_only = {"PYTHONIOENCODING": "ascii", "NO_COLOR": ""}
    done = grader("check", "double", "--course", mini.path, "--submission", submitted, env=ascii_only)
    assert (done.code, done.err) == (0, "")
    assert done.out.isascii()
    assert "\x1b" not in done.out


def test_a_terminal_of_40_columns_is_enough(grader: GraderCommand, mini: MiniCourse, tmp_path: Path) -> None:
    (tmp_path / "double.py").write_text(with_double("print('w' * 200)\nreturn [x, 'a long text that is wrong' * 5]"))
    done = grader("check", "double", "--course", mini.path, env={"COLUMNS": "40"})
    assert done.code == 1
    assert max(len(line) for line in done.out.splitlines()) <= 40
