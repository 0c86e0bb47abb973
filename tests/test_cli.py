"""The command, as a person or a program meets it: what it prints, how it ends, what it needs."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from grader.cli import author, quiz, run
from grader.cli.run import VERBS
from grader.course import load_course
from grader.render.style import display_width
from tests.conftest import COMMAND, RIGHT, ROOT, GraderCommand, MiniCourse
from tests.helpers import on_a_terminal

SQUARED = RIGHT.replace("np.add(x, x)", "np.multiply(x, x)")
HIDDEN_ONLY = RIGHT.replace("np.add(x, x)", "np.add(x, x) * (1 if np.size(x) < 20 else 3)")
COLOR = "\x1b["
NUMBER = (int, float)
RESULT_KEYS: dict[str, Any] = {
    "schema": int, "exercise": str, "score": NUMBER, "max_score": NUMBER, "isolation": str, "checks": list,
}  # fmt: skip
CHECK_KEYS: dict[str, Any] = {
    "id": str, "title": str, "outcome": str, "score": NUMBER, "max_score": NUMBER, "hidden": bool, "seconds": NUMBER,
    "message": str, "misconception": (str, type(None)),
}  # fmt: skip
GROUPS = {("author",): author.VERBS, ("author", "new"): author.NEW, ("quiz",): quiz.VERBS}
HELP = [(), *((verb,) for verb in VERBS)]
HELP += [(*group, verb) for group, verbs in GROUPS.items() for verb in verbs]

Submit = Callable[[str], Path]


@pytest.fixture
def submit(tmp_path: Path) -> Submit:
    """Writes double.py where the command runs."""

    def write(source: str) -> Path:
        path = tmp_path / "double.py"
        path.write_text(source, encoding="utf-8")
        return path

    return write


@pytest.fixture
def plain_python(tmp_path: Path) -> Callable[[str, Path], subprocess.CompletedProcess[str]]:
    """Runs a script with numpy and torch at hand, in a folder and an interpreter that know no grader."""
    blocked = tmp_path / "no grader"
    blocked.mkdir()
    (blocked / "grader.py").write_text("raise ImportError('there is no grader here')\n")
    packages = Path(np.__file__).parents[1]  # -S: the path file of an editable install is not read
    env = {"PATH": os.defpath, "PYTHONPATH": f"{blocked}{os.pathsep}{packages}"}

    def run(script: str, folder: Path) -> subprocess.CompletedProcess[str]:
        folder.mkdir()
        (folder / "replay.py").write_text(script, encoding="utf-8")
        command = [sys.executable, "-S", "replay.py"]
        return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=300, check=False)

    return run


# What the commands print


def test_list_names_every_exercise_under_its_part(grader: GraderCommand) -> None:
    run = grader("list")
    assert (run.code, run.err) == (0, "")
    for word in ("2. Attention", "softmax", "masking", "3. Blocks", "layer_norm"):
        assert word in run.out
    assert f"{len(list((ROOT / 'exercises').glob('*/*/exercise.yaml')))} exercises" in run.out


def test_list_as_json(grader: GraderCommand, mini: MiniCourse) -> None:
    run = grader("list", "--course", mini.path, "--json")
    assert run.code == 0
    row = {
        "part": 1, "number": 1, "status": None, "slug": "double", "title": "Double", "minutes": 5, "difficulty": 1,
        "importance": 1, "points": 5.0, "needs": [],
    }  # fmt: skip
    assert run.json == {"schema": 1, "course": "A small course", "exercises": [row]}


def test_show_prints_the_statement_and_the_public_checks_and_no_hidden_one(
    grader: GraderCommand, mini: MiniCourse
) -> None:
    run = grader("show", "double", "--course", mini.path)
    assert (run.code, run.err) == (0, "")
    for words in ("Twice a number.", "every value is doubled (2)", "Hidden checks add 1 more."):
        assert words in run.out
    assert "a large case" not in run.out
    assert "secret" not in run.out


def test_show_folds_what_goes_wrong_until_it_is_asked_for(grader: GraderCommand, mini: MiniCourse) -> None:
    readme = load_course(mini.path).find("double").path / "README.md"
    folded = "<details>\n<summary>What goes wrong</summary>\n\n- Squares instead.\n\n</details>\n\nThe end.\n"
    readme.write_text(f"{readme.read_text()}\n{folded}")
    shown = grader("show", "double", "--course", mini.path).out
    assert "What goes wrong: `grader show double --traps`\n" in shown
    assert "Squares" not in shown
    unfolded = grader("show", "double", "--traps", "--course", mini.path).out
    assert "What goes wrong\n" in unfolded
    assert "• Squares instead.\n" in unfolded
    assert all("details>" not in text and "The end." in text for text in (shown, unfolded))


def test_show_as_json(grader: GraderCommand, mini: MiniCourse) -> None:
    found = grader("show", "double", "--course", mini.path, "--json").json
    assert found["schema"] == 1
    assert (found["exercise"], found["title"]) == ("double", "Double")
    assert found["statement"].startswith("# Double")
    assert [check["id"] for check in found["checks"]] == ["doubles", "negative", "adds"]
    assert found["checks"][0] == {"id": "doubles", "title": "every value is doubled", "max_score": 2.0}


def test_check_tells_what_was_checked_what_came_out_the_cause_and_the_next_step(
    grader: GraderCommand, mini: MiniCourse, submit: Submit
) -> None:
    submit(SQUARED)
    run = grader("check", "double", "--course", mini.path)
    assert (run.code, run.err) == (1, "")
    places = [
        run.out.index(words)
        for words in ("every value is doubled", "expected", "The value is squared.", "→ Add the value to itself")
    ]
    assert places == sorted(places)
    assert "double.py" in run.out.splitlines()[0]
    assert "1 / 5" in run.out.splitlines()[0]


def test_check_as_json_is_the_contract(grader: GraderCommand, mini: MiniCourse, submit: Submit) -> None:
    submit(SQUARED)
    run = grader("check", "double", "--submission", "double.py", "--course", mini.path, "--json")
    assert run.code == 1
    assert run.err == ""
    result = run.json
    for key, kind in RESULT_KEYS.items():
        assert isinstance(result[key], kind), key
    assert (result["schema"], result["exercise"]) == (2, "double")
    assert (result["score"], result["max_score"]) == (1.0, 5.0)
    assert re.fullmatch(r"L\d", result["isolation"])
    assert [check["id"] for check in result["checks"]] == ["doubles", "negative", "adds", "secret"]
    for check in result["checks"]:
        for key, kind in CHECK_KEYS.items():
            assert isinstance(check[key], kind), key
    first, _, third, hidden = result["checks"]
    assert (first["outcome"], first["score"], first["max_score"]) == ("failed", 0.0, 2.0)
    assert (first["misconception"], first["hidden"]) == ("squared", False)
    assert first["message"]
    assert (third["outcome"], third["score"], third["misconception"]) == ("passed", 1.0, None)
    assert (hidden["hidden"], hidden["message"], hidden["misconception"]) == (True, "", None)
    assert sum(check["score"] for check in result["checks"]) == result["score"]


def test_json_is_one_line_and_keeps_letters_beyond_ascii(grader: GraderCommand, tmp_path: Path) -> None:
    shutil.copy(ROOT / "exercises/2_attention/03_softmax/stub.py", tmp_path / "softmax.py")
    run = grader("check", "softmax", "--json", "--only", "scores_are_scaled")
    assert run.out.count("\n") == 1
    assert "Q Kᵀ / √d_k" in run.out


def test_an_untouched_stub_gets_nothing_and_is_told_so(grader: GraderCommand, mini: MiniCourse, submit: Submit) -> None:
    submit((mini.exercise / "stub.py").read_text())
    result = grader("check", "double", "--course", mini.path, "--json")
    assert result.code == 1
    assert result.json["score"] == 0
    assert {check["outcome"] for check in result.json["checks"] if not check["hidden"]} == {"not_attempted"}


def test_verbose_shows_what_passed_checks_printed(grader: GraderCommand, mini: MiniCourse, submit: Submit) -> None:
    submit(RIGHT.replace("    return np.add", "    print('a word from the code')\n    return np.add"))
    quiet, loud = (grader("check", "double", "--course", mini.path, *more) for more in ((), ("-v",)))
    assert "a word from the code" not in quiet.out
    assert "a word from the code" in loud.out


# --only


def test_only_runs_the_checks_asked_for(grader: GraderCommand, mini: MiniCourse, submit: Submit) -> None:
    submit(SQUARED)
    run = grader("check", "double", "--course", mini.path, "--only", "adds", "--json")
    assert run.code == 0
    assert [check["id"] for check in run.json["checks"]] == ["adds"]
    assert run.json["max_score"] == 1.0
    both = grader("check", "double", "--course", mini.path, "--only", "adds", "--only", "doubles", "--json")
    assert both.code == 1
    assert [check["id"] for check in both.json["checks"]] == ["doubles", "adds"]


@pytest.mark.parametrize("name", ["dobles", "secret"])
def test_only_with_an_unknown_or_hidden_check_names_the_known_ones(
    grader: GraderCommand, mini: MiniCourse, submit: Submit, name: str
) -> None:
    submit(RIGHT)
    run = grader("check", "double", "--course", mini.path, "--only", name)
    assert (run.code, run.out) == (2, "")
    assert run.err == f"grader: double has no check '{name}'; it has: doubles, negative, adds\n"


# --reproduce


def test_reproduce_prints_a_script_that_runs_without_the_grader(
    grader: GraderCommand, mini: MiniCourse, submit: Submit, tmp_path: Path, plain_python: Any
) -> None:
    submit("import helper\n" + SQUARED.replace("np.multiply(x, x)", "helper.square(x)"))
    (tmp_path / "helper.py").write_text("def square(x):\n    return x * x\n")
    run = grader("check", "double", "--course", mini.path, "--reproduce")
    assert (run.code, run.err) == (0, "")
    assert '"every value is doubled" of double on double.py' in run.out
    done = plain_python(run.out + "\nprint(repr(result.tolist()))\n", tmp_path / "elsewhere")
    assert done.stderr == ""
    assert done.stdout.startswith("your code returned:\n")
    printed = np.array(json.loads(done.stdout.splitlines()[-1]))
    shown = re.search(r"The check failed with: .*at row (\d), column (\d): (-?[\d.]+)", run.out)
    assert shown is not None, run.out
    assert printed.shape == (2, 3)
    assert printed[int(shown[1]), int(shown[2])] == pytest.approx(float(shown[3]), rel=0.01)


def test_the_interpreter_of_these_tests_really_has_no_grader(tmp_path: Path, plain_python: Any) -> None:
    done = plain_python("import numpy\nimport grader.checks\n", tmp_path / "elsewhere")
    assert "there is no grader here" in done.stderr


@pytest.mark.torch
def test_reproduce_fills_the_parameters_of_a_module_as_the_grader_does(
    grader: GraderCommand, tmp_path: Path, plain_python: Any
) -> None:
    solution = (ROOT / "solutions/3_blocks/03_layer_norm/solution.py").read_text(encoding="utf-8")
    wrong = "\nLayerNorm.forward = lambda self, x: 1000 * self.gamma + 0 * x\n"
    (tmp_path / "layer_norm.py").write_text(solution + wrong, encoding="utf-8")
    run = grader("check", "layer_norm", "--only", "module_forward", "--reproduce")
    assert run.code == 0
    done = plain_python(run.out + "\nprint(result[0, 0].tolist())\n", tmp_path / "elsewhere")
    assert done.stderr == ""
    assert "your code returned:\ntensor(" in done.stdout
    gamma = json.loads(done.stdout.splitlines()[-1])
    shown = re.search(r"The check failed with: .*feature (\d): (-?[\d.]+)", run.out)
    assert shown is not None, run.out
    assert gamma[int(shown[1])] == pytest.approx(float(shown[2]), rel=0.01)


def test_reproduce_takes_words_that_need_care(
    grader: GraderCommand, mini: MiniCourse, submit: Submit, tmp_path: Path, plain_python: Any
) -> None:
    r"""A sentence with \ and quotes, a `provided.py`, inputs that the grader makes."""
    mini.write("exercises/1_basics/01_double/provided.py", 'FACTOR = \'thr\\\\ee """\'\n')
    mini.write(
        "exercises/1_basics/01_double/judges.py",
        """
        from grader.checks import given


        @given("doubles")
        def inputs(rng):
            return {"x": rng.normal(size=3), "words": ["a", None], "pair": (1, 2.5)}, None
        """,
    )
    mini.checks(
        """
        import provided


        @check("a \\\\nabla and a \\"\\"\\"word\\"\\"\\" are kept")
        def doubles(impl, rng, given):
            return impl.double(given["x"]), provided.FACTOR, given["words"][0], given["pair"]
        """,
        {"doubles": 1},
    )
    submit(SQUARED)
    run = grader("check", "double", "--course", mini.path, "--reproduce")
    assert (run.code, run.err) == (0, "")
    done = plain_python(run.out, tmp_path / "elsewhere")
    assert done.stderr == ""
    assert 'thr\\\\ee """' in done.stdout


def test_reproduce_hands_a_check_the_inputs_that_it_was_graded_with(
    grader: GraderCommand, mini: MiniCourse, submit: Submit, tmp_path: Path, plain_python: Any
) -> None:
    maker = '@given("doubles")\ndef inputs(rng):\n    return rng.normal(), None\n'
    mini.write("exercises/1_basics/01_double/judges.py", f"from grader.checks import given\n\n\n{maker}")
    mini.checks('@check("doubled")\ndef doubles(impl, rng, given):\n    return impl.double(given)\n', {"doubles": 1})
    submit("def double(x):\n    print('x is', x)\n    return 0.0\n")
    graded = grader("check", "double", "--course", mini.path, "--json").json["checks"][0]["printed"]
    assert graded.startswith("x is ")
    run = grader("check", "double", "--course", mini.path, "--reproduce")
    assert graded in plain_python(run.out, tmp_path / "elsewhere").stdout


@pytest.mark.parametrize("source", [RIGHT, HIDDEN_ONLY], ids=["right", "only hidden checks fail"])
def test_reproduce_with_no_failed_public_check_says_so(
    grader: GraderCommand, mini: MiniCourse, submit: Submit, source: str
) -> None:
    submit(source)
    run = grader("check", "double", "--course", mini.path, "--reproduce")
    assert (run.code, run.out) == (2, "")
    assert run.err == "grader: every public check of double passed: there is nothing to replay\n"


# Exit codes and errors


@pytest.mark.parametrize(
    ("source", "code"), [(RIGHT, 0), (SQUARED, 1), (HIDDEN_ONLY, 1), ("def double(x) return x", 1), ("", 1)]
)
def test_check_exits_0_if_all_passed_and_1_if_something_of_the_student_failed(
    grader: GraderCommand, mini: MiniCourse, submit: Submit, source: str, code: int
) -> None:
    submit(source)
    run = grader("check", "double", "--course", mini.path)
    assert (run.code, run.err) == (code, "")


def test_a_grader_fault_exits_3_and_shows_no_score(grader: GraderCommand, mini: MiniCourse, submit: Submit) -> None:
    mini.write("solutions/1_basics/01_double/solution.py", "raise RuntimeError('a broken reference')\n")
    submit(SQUARED)
    run = grader("check", "double", "--course", mini.path, "--json")
    assert run.code == 3
    assert {check["outcome"] for check in run.json["checks"]} == {"grader_error"}
    assert {check["score"] for check in run.json["checks"]} == {None}
    assert (run.json["score"], run.json["max_score"]) == (None, 5.0)
    text = grader("check", "double", "--course", mini.path)
    assert text.code == 3
    assert "could not be checked; run grader doctor" in text.out
    for told in (run.out, text.out):
        assert "a person will look" not in told
        assert "points are given" not in told
    assert "5 / 5" not in text.out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("check", "dubble"), "no exercise 'dubble'; did you mean 'double'? 'grader list' shows them all"),
        (("show", "1_basics/07_double"), "no exercise '1_basics/07_double'; did you mean 'double'? 'grader list'"),
        (("check", "zzz"), "no exercise 'zzz'; 'grader list' shows them all"),
        (
            ("check", "double"),
            "there is no file 'double.py' here; name yours with --submission FILE, or create a workspace",
        ),
        (("check", "double", "--submission", "."), "'.' is a folder; name the Python file in it"),
        (("check",), "there is no workspace here; name the exercise, or create a workspace with 'grader init'"),
        (("check", "double", "--onyl", "adds"), "No such option '--onyl'."),
        (("chekc", "double"), "No such command 'chekc'. Did you mean 'check'? See 'grader --help'."),
        (("frobnicate",), "No such command 'frobnicate'. See 'grader --help'."),
        (("author", "nwe"), "No such command 'nwe'. Did you mean 'new'? See 'grader author --help'."),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_what_cannot_be_done_exits_2_with_one_sentence(
    grader: GraderCommand, mini: MiniCourse, arguments: tuple[str, ...], sentence: str
) -> None:
    run = grader(*arguments, cwd=mini.exercise)
    assert (run.code, run.out) == (2, "")
    assert run.err.startswith(f"grader: {sentence}")
    assert run.err.count("\n") == 1


@pytest.mark.parametrize(
    ("command", "folder"),
    [
        *((("list",), folder) for folder in ("double.py", "", "/")),
        *((command, "nowhere") for command in (("check", "double"), ("author", "check"), ("release", "edition"))),
    ],
    ids=str,
)
def test_a_course_that_is_none_is_refused(
    grader: GraderCommand, submit: Submit, tmp_path: Path, command: tuple[str, ...], folder: str
) -> None:
    submit(RIGHT)
    run = grader(*command, "--course", folder)
    assert (run.code, run.out) == (2, "")
    assert run.err == f"grader: '{folder}' is not a course: it has no course.yaml; name the top folder of a course\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["double.py"]


def test_a_broken_exercise_does_not_stop_the_check_of_another(
    grader: GraderCommand, mini: MiniCourse, submit: Submit
) -> None:
    mini.write("exercises/1_basics/02_other/exercise.yaml", "title: [unclosed\n")
    submit(RIGHT)
    assert grader("check", "double", "--course", mini.path).code == 0
    assert grader("show", "double", "--course", mini.path).code == 0
    for command in (("show", "other"), ("list",), ("check", "other", "--submission", "double.py")):
        run = grader(*command, "--course", mini.path)
        assert (run.code, run.out) == (2, "")
        assert re.search(r"02_other/exercise\.yaml:\d+: ", run.err)
        assert "Traceback" not in run.err


def test_a_deleted_current_folder_is_told_in_a_sentence(
    grader: GraderCommand, mini: MiniCourse, submit: Submit, tmp_path: Path
) -> None:
    file = submit(RIGHT)
    gone = tmp_path / "gone"

    def enter() -> None:
        os.chdir(gone)
        gone.rmdir()

    gone.mkdir()
    run = grader("list", preexec_fn=enter)
    assert (run.code, run.out) == (2, "")
    assert run.err == "grader: the current folder no longer exists; change to another one\n"
    gone.mkdir()
    assert grader("check", "double", "--course", mini.path, "--submission", file, preexec_fn=enter).code == 0


# Names of exercises, and where things are found


@pytest.mark.parametrize("name", ["masking", "06_masking", "2_attention/06_masking", "2_attention/06_masking/"])
def test_an_exercise_goes_by_slug_by_folder_and_by_path(grader: GraderCommand, tmp_path: Path, name: str) -> None:
    """Whatever it is called, the file is ./SLUG.py."""
    shutil.copy(ROOT / "exercises/2_attention/06_masking/stub.py", tmp_path / "masking.py")
    assert grader("show", name, "--json").json["exercise"] == "masking"
    run = grader("check", name, "--only", "hides_the_future", "--json")
    assert run.code == 1
    assert run.json["checks"][0]["outcome"] == "not_attempted"


def test_the_course_around_the_current_folder_is_used(grader: GraderCommand, mini: MiniCourse) -> None:
    work = mini.exercise / "deep" / "work"
    work.mkdir(parents=True)
    (work / "double.py").write_text(RIGHT)
    assert grader("check", "double", cwd=work).code == 0


def test_spaces_and_letters_beyond_ascii_in_paths_do_no_harm(
    grader: GraderCommand, mini: MiniCourse, tmp_path: Path, plain_python: Any
) -> None:
    place = tmp_path / "мой курс – \"größer\" 'x'"
    shutil.copytree(mini.path, place)
    file = place / "lösung von heute.py"
    file.write_text(SQUARED)
    run = grader("check", "double", "--submission", file, cwd=place)
    assert run.code == 1
    assert "lösung von heute.py" in run.out
    script = grader("check", "double", "--submission", file, "--reproduce", cwd=place)
    done = plain_python(script.out, tmp_path / "elsewhere")
    assert (done.returncode, done.stderr) == (0, "")


# Help and version


@pytest.mark.parametrize("command", HELP, ids=lambda words: " ".join(words) or "grader")
def test_help_of_every_command_has_an_example(grader: GraderCommand, command: tuple[str, ...]) -> None:
    run = grader(*command, "--help")
    assert (run.code, run.err) == (0, "")
    examples = [line.strip() for line in run.out.splitlines() if line.startswith("    grader ")]
    assert any(line.startswith(" ".join(["grader", *command])) for line in examples)
    assert grader(*command, "-h").out == run.out


def test_every_command_is_in_the_list_of_this_test(grader: GraderCommand) -> None:
    def listed(*group: str) -> list[tuple[str, ...]]:
        names = re.findall(r"^  ([\w-]+)  +\S", grader(*group, "--help").out.partition("Commands:")[2], re.MULTILINE)
        return [(*group, name) for name in names]

    assert sorted([(), *listed(), *(name for group in GROUPS for name in listed(*group))]) == sorted(HELP)


@pytest.mark.parametrize("group", [(), ("author",)], ids=["grader", "author"])
def test_a_bare_group_prints_its_help(grader: GraderCommand, group: tuple[str, ...]) -> None:
    run = grader(*group)
    assert (run.code, run.err) == (0, "")
    assert run.out == grader(*group, "--help").out


def test_version(grader: GraderCommand) -> None:
    run = grader("--version")
    assert (run.code, run.err) == (0, "")
    assert re.fullmatch(r"grader, version \d+\.\d+\.\d+\n", run.out)


# Terminals and pipes


def test_colours_are_for_terminals(tmp_path: Path, cache: Path, grader: GraderCommand) -> None:
    assert COLOR in on_a_terminal("list", cwd=tmp_path, cache=cache)
    assert COLOR not in grader("list", env={"NO_COLOR": ""}).out


@pytest.mark.parametrize("more", [{"NO_COLOR": "1"}, {"NO_COLOR": "1", "FORCE_COLOR": "1"}, {"TERM": "dumb"}], ids=str)
def test_a_terminal_may_refuse_colours(tmp_path: Path, cache: Path, more: dict[str, str]) -> None:
    assert COLOR not in on_a_terminal("list", cwd=tmp_path, cache=cache, **more)


def test_colours_can_be_forced_into_a_pipe(grader: GraderCommand) -> None:
    assert COLOR in grader("list", env={"NO_COLOR": "", "FORCE_COLOR": "1"}).out
    assert COLOR not in grader("list", "--json", env={"NO_COLOR": "", "FORCE_COLOR": "1"}).out


def test_a_statement_that_is_longer_than_the_terminal_goes_through_the_pager(tmp_path: Path, cache: Path) -> None:
    more = {"cwd": tmp_path, "cache": cache, "PAGER": "sed s/^/paged:/", "NO_COLOR": "1"}
    text = on_a_terminal("show", "masking", **more)
    assert all(line.startswith("paged:") for line in text.splitlines())
    assert "paged:" not in on_a_terminal("show", "masking", TERM="dumb", **more)
    assert "paged:" not in on_a_terminal("show", "masking", ACCESSIBLE="1", **more)


@pytest.mark.parametrize("command", [("list",), ("show", "masking"), ("check", "masking")], ids=lambda c: c[0])
def test_40_columns_are_enough(tmp_path: Path, cache: Path, command: tuple[str, ...]) -> None:
    stub = (ROOT / "exercises/2_attention/06_masking/stub.py").read_text(encoding="utf-8")
    (tmp_path / "masking.py").write_text(stub + "\n\ndef causal_mask(n, *more):\n    return 'nothing' * n\n")
    text = on_a_terminal(*command, columns=40, cwd=tmp_path, cache=cache)
    assert len(text.splitlines()) > 5
    assert "Traceback" not in text
    page = text.rpartition("\r\x1b[2K")[2]  # after the progress, if there was any
    prose = [line for line in page.splitlines() if not line.startswith("    ")]  # formulas stay as they are
    assert [line for line in prose if display_width(line) > 40] == []


def test_output_that_cannot_show_more_than_ascii_gets_ascii(
    grader: GraderCommand, mini: MiniCourse, submit: Submit
) -> None:
    submit(SQUARED)
    run = grader("check", "double", "--course", mini.path, env={"PYTHONIOENCODING": "ascii"})
    assert run.code == 1
    assert run.out.isascii()
    assert "-> Add the value to itself" in run.out


def test_a_reader_that_goes_away_is_no_error(cache: Path, tmp_path: Path) -> None:
    command = f"'{COMMAND}' list | head -1"
    env = {**os.environ, "XDG_CACHE_HOME": str(cache), "NO_COLOR": "1"}
    done = subprocess.run(["sh", "-c", command], cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("1. Before Attention")


@pytest.mark.parametrize("command", [("list",), ("--help",), ("show", "double"), ("check", "double")], ids=" ".join)
def test_with_no_reader_at_all_a_command_ends_quietly_and_claims_nothing(
    mini: MiniCourse, submit: Submit, cache: Path, command: tuple[str, ...]
) -> None:
    """As the pipe's own signal would end it: neither 0, passed, nor 1, failed."""
    shutil.copy(submit(RIGHT), mini.path)
    reader, writer = os.pipe()
    os.close(reader)
    env = {**os.environ, "XDG_CACHE_HOME": str(cache)}
    done = subprocess.run(
        [COMMAND, *command], cwd=mini.path, env=env, stdout=writer, stderr=subprocess.PIPE, text=True, check=False
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, "")


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- 2>&-", "<&- >&- 2>&-"])
def test_closed_streams_change_no_grade(mini: MiniCourse, submit: Submit, cache: Path, closed: str) -> None:
    shutil.copy(submit(SQUARED), mini.path)
    env = {**os.environ, "XDG_CACHE_HOME": str(cache), "NO_COLOR": "1"}
    done = subprocess.run(
        ["sh", "-c", f"'{COMMAND}' check double {closed}"],
        cwd=mini.path, env=env, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (1, "")
    assert ("1 / 5" in done.stdout) == (" >&-" not in f" {closed}")


# Ctrl-C


def _processes() -> dict[int, tuple[int, str]]:
    """Every process: its parent, and when it began, which tells it from a later one of the same number."""
    found = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                state, parent, *rest = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if state != "Z":
                found[int(entry.name)] = (int(parent), rest[17])
    return found


def _descendants(ancestor: int) -> dict[int, str]:
    every = _processes()
    found: dict[int, str] = {}
    level = {ancestor}
    while level := {pid for pid, (parent, _) in every.items() if parent in level}:
        found |= {pid: every[pid][1] for pid in level}
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
def test_ctrl_c_ends_a_check_of_looping_code_and_leaves_no_process(
    mini: MiniCourse, submit: Submit, cache: Path
) -> None:
    mini.yaml({"doubles": 2, "negative": 1, "adds": 1, "secret": 1}, more="limits: {seconds: 300, wall_seconds: 600}\n")
    file = submit("def double(x):\n    while True:\n        pass\n\n\ndef total(x):\n    return double(x)\n")
    process = subprocess.Popen(
        [COMMAND, "check", "double", "--submission", str(file)],
        cwd=mini.path,
        env={**os.environ, "XDG_CACHE_HOME": str(cache)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # A suite started in the background ignores the signal, and so would all it starts.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    try:
        while len(running := _descendants(process.pid)) < 2:  # the warm server, and a child of it
            assert process.poll() is None
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=120)
    finally:
        process.kill()
    assert (process.returncode, out, err.strip()) == (130, "", "grader: stopped")
    until = time.monotonic() + 120
    while left := {pid for pid, began in running.items() if _processes().get(pid, (0, ""))[1] == began}:
        assert time.monotonic() < until, f"still there: {left}"
        time.sleep(0.05)


def test_ctrl_c_while_a_class_is_made_is_ctrl_c(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Python 3.11 turns whatever is raised there into an error of its own."""

    def stopped(*_: object, **__: object) -> None:
        raise RuntimeError("Error calling __set_name__") from KeyboardInterrupt()

    monkeypatch.setattr(run, "grader", SimpleNamespace(make_context=stopped))
    assert run.run(["list"]) == 130
    assert capsys.readouterr().err == "grader: stopped\n"


# Start-up


def _loaded_by(arguments: list[str], cwd: Path, cache: Path) -> set[str]:
    """The modules that a command has loaded in the grader's own process by its end."""
    code = "import sys; from grader.cli.run import run; run(sys.argv[1:]); print(*sys.modules, file=sys.stderr)"
    env = {**os.environ, "XDG_CACHE_HOME": str(cache), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], cwd=cwd, env=env, capture_output=True, text=True, check=True
    )
    return set(done.stderr.split())


@pytest.mark.parametrize(
    "command", [["--help"], ["check", "--help"], ["list"], ["show", "masking"], ["quiz", "list"]], ids=" ".join
)
def test_help_and_reading_load_nothing_heavy(tmp_path: Path, cache: Path, command: list[str]) -> None:
    loaded = _loaded_by(command, tmp_path, cache)
    assert "grader.cli.run" in loaded
    assert not {"numpy", "torch", "rich", "textual", "pydantic"} & loaded


@pytest.mark.parametrize("source", [RIGHT, SQUARED], ids=["right", "wrong"])
def test_check_of_a_numpy_exercise_never_loads_torch(
    mini: MiniCourse, submit: Submit, cache: Path, source: str
) -> None:
    file = submit(source)
    loaded = _loaded_by(["check", "double", "--submission", str(file)], mini.path, cache)
    assert "grader.grade.grader" in loaded
    assert "torch" not in loaded


def test_check_of_a_torch_exercise_loads_torch_only_in_children(tmp_path: Path, cache: Path) -> None:
    shutil.copy(ROOT / "exercises/3_blocks/03_layer_norm/stub.py", tmp_path / "layer_norm.py")
    loaded = _loaded_by(["check", "layer_norm"], tmp_path, cache)
    assert "grader.grade.grader" in loaded
    assert "torch" not in loaded
