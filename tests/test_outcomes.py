"""Every way a check can end, through `grader check --json`: its outcome, sentence, points and exit code."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.results import Outcome
from tests.conftest import RIGHT, Check, GraderCommand, MiniCourse
from tests.helpers import with_double

POINTS = {"doubles": 2, "negative": 1, "adds": 1, "secret": 1}
PUBLIC = ("doubles", "negative", "adds")


def test_every_outcome_is_tested_in_this_file() -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    untested = [outcome.name for outcome in Outcome if f"Outcome.{outcome.name}\n" not in text.replace(")", "\n")]
    assert untested == []


def test_right_code_passes_every_check_with_all_points_and_exit_0(check: Check) -> None:
    done = check(RIGHT)
    assert done.code == 0
    assert set(done.outcomes().values()) == {str(Outcome.PASSED)}
    assert (done.result["score"], done.result["max_score"]) == (5.0, 5.0)
    assert [one["message"] for one in done.result["checks"]] == ["", "", "", ""]


def test_a_wrong_value_fails_its_checks_alone_and_tells_both_values(check: Check) -> None:
    done = check(with_double("return 3 * x"))
    assert done.code == 1
    assert done["doubles"]["outcome"] == str(Outcome.FAILED)
    assert "expected" in done["doubles"]["message"]
    assert done.outcomes()["adds"] == "passed"
    assert done.result["score"] == 1.0


def test_an_untouched_stub_is_not_attempted(check: Check, mini: MiniCourse) -> None:
    done = check((mini.exercise / "stub.py").read_text())
    assert done.code == 1
    assert done.public() == {str(Outcome.NOT_ATTEMPTED)}
    assert done["doubles"]["message"] == "double is still as the stub has it: nothing written yet"
    assert done["adds"]["message"] == "total is still as the stub has it: nothing written yet"
    assert done.result["score"] == 0.0


def test_another_docstring_does_not_make_a_stub_attempted(check: Check) -> None:
    done = check('def double(x):\n    """Mine."""\n    raise NotImplementedError\n', "--only", "doubles")
    assert done["doubles"]["outcome"] == "not_attempted"


def test_begun_code_that_still_raises_is_not_implemented(check: Check) -> None:
    done = check(with_double("y = x + x\nraise NotImplementedError"), "--only", "doubles")
    assert done["doubles"]["outcome"] == str(Outcome.NOT_IMPLEMENTED)
    assert done["doubles"]["message"] == "double still raises NotImplementedError"


def test_a_syntax_error_shows_its_line_and_a_caret_in_every_check(check: Check) -> None:
    done = check("import numpy as np\n\ndef double(x):\n    return 2 x\n")
    assert done.code == 1
    assert done.public() == {str(Outcome.SYNTAX_ERROR)}
    for name in PUBLIC:
        assert done[name]["message"].startswith("double.py, line 4: invalid syntax")
        line, caret = done[name]["details"]
        assert line.strip() == "return 2 x"
        assert caret.index("^") == line.rindex("x")


ALLOWED = "A solution can import Python's own modules and the packages of the course"


@pytest.mark.parametrize(
    ("use", "line"),
    [
        ("import no_such_module\n\nno_such_module.set_up()", 4),
        ("from no_such_module import (\n    jit,\n)\n@jit\ndef double(x):\n    return x", 5),
        ("from no_such_module import Base\nclass Own(Base): ...", 3),
        ("from no_such_module import *", 2),
    ],
)
def test_a_failing_import_of_what_loading_needs_is_an_import_error_in_every_check(
    check: Check, use: str, line: int
) -> None:
    done = check(f"import numpy as np\n{use}\n")
    assert done.code == 1
    assert done.public() == {str(Outcome.IMPORT_ERROR)}
    imported = "" if "*" in use else " (imported in double.py, line 2)"
    told = f"double.py could not be imported: No module named 'no_such_module'{imported}. {ALLOWED}"
    assert done["doubles"]["message"] == told
    assert done["doubles"]["details"][0] == f"double.py, line {line}"


@pytest.mark.parametrize(
    "head",
    [
        "import no_such_module.pyplot as plt",
        "import math, no_such_module, numpy.linalg as la; ONE = math.floor(la.norm([1.0]))",
        "from no_such_module import (\n    thing,\n    other as another,\n); TWO = 2",
        "\ufeffimport no_such_module",
        "try:\n    import no_such_module as nsm\nexcept ImportError:\n    nsm = None\nassert nsm is None",
        "import no_such_module\n\n\ndef plot(x):\n    no_such_module.plot(x)",
    ],
)
def test_an_import_that_the_solution_does_not_need_costs_nothing(check: Check, head: str) -> None:
    assert check(f"{head}\n{RIGHT}").code == 0


def test_it_costs_nothing_in_a_file_beside_the_solution_either(check: Check, tmp_path: Path) -> None:
    (tmp_path / "helper.py").write_text("import no_such_module as nsm\n\n\ndef show(x):\n    return nsm.show(x)\n")
    assert check(f"from helper import show\n{RIGHT}").code == 0
    shown = check(f"from helper import show\n{RIGHT.replace('np.add(x, x)', 'show(x)')}")["doubles"]
    why = "No module named 'no_such_module' (imported in helper.py, line 1)"
    assert shown["message"] == f"raised ModuleNotFoundError: {why}. {ALLOWED}"
    assert "helper.py, line 5, in show" in shown["details"]


def test_an_absent_package_that_a_function_uses_is_told_where_it_is_used(check: Check) -> None:
    done = check(f"import no_such_module as nsm\n{RIGHT.replace('np.add(x, x)', 'nsm.add(x, x)')}")
    assert {check["outcome"] for check in done.result["checks"] if check["id"] in ("doubles", "adds")} == {
        str(Outcome.RAISED), str(Outcome.PASSED),
    }  # fmt: skip
    why = "No module named 'no_such_module' (imported in double.py, line 1)"
    assert done["doubles"]["message"] == f"raised ModuleNotFoundError: {why}. {ALLOWED}"
    assert done["doubles"]["details"] == ["double.py, line 7, in double", "    return nsm.add(x, x)"]


def test_a_missing_function_is_told_with_what_the_file_defines(check: Check) -> None:
    done = check("import numpy as np\n\ndef total(x):\n    return np.sum(x)\n\ndef twice(x):\n    return 2 * x\n")
    assert done["doubles"]["outcome"] == str(Outcome.MISSING_FUNCTION)
    assert done["doubles"]["message"] == "double.py has no function 'double'; it defines: total, twice"


def test_a_misspelt_function_is_told_by_its_name(check: Check) -> None:
    done = check("import numpy as np\n\ndef total(x):\n    return np.sum(x)\n\ndef duble(x):\n    return 2 * x\n")
    assert done["doubles"]["message"] == "double.py has no function 'double'; did you mean 'duble'? Rename it"
    assert done["adds"]["outcome"] == "passed"


@pytest.mark.parametrize(
    ("head", "said"),
    [
        ("double()", "double() takes 0 positional arguments but 1 was given"),
        ("double(x, y)", "double() missing 1 required positional argument: 'y'"),
    ],
)
def test_a_wrong_number_of_arguments_is_told_with_what_is_asked(check: Check, head: str, said: str) -> None:
    done = check(f"def {head}:\n    return 1\n", "--only", "doubles")
    assert done["doubles"]["outcome"] == str(Outcome.WRONG_ARGUMENTS)
    assert done["doubles"]["message"] == f"{said}; the exercise asks for double(x)"


def test_a_wrong_call_inside_the_students_own_code_is_an_exception_with_its_line(check: Check) -> None:
    done = check(with_double("return helper()", "def helper(x):\n    return x\n"), "--only", "doubles")
    assert done["doubles"]["outcome"] == "exception"
    assert done["doubles"]["details"][-1].strip() == "return helper()"


def test_a_forgotten_return_is_asked_about(check: Check) -> None:
    done = check(with_double("2 * x"), "--only", "doubles")
    assert done["doubles"]["outcome"] == str(Outcome.RETURNED_NONE)
    assert done["doubles"]["message"] == "returned None: did you forget a return?"


def test_another_type_is_told_with_the_expected_one(check: Check) -> None:
    done = check(with_double("return 'abc'"), "--only", "doubles")
    assert done["doubles"]["outcome"] == str(Outcome.WRONG_TYPE)
    said = "returned the text 'abc', expected an array of shape (row 2, column 3)"
    assert done["doubles"]["message"] == said


def test_an_exception_shows_the_students_own_lines_only(check: Check) -> None:
    done = check(with_double("return helper(x)", "def helper(x):\n    return np.linalg.inv(x)\n"), "--only", "doubles")
    assert done["doubles"]["outcome"] == str(Outcome.RAISED)
    assert done["doubles"]["message"].startswith("raised LinAlgError: ")
    assert done["doubles"]["details"] == [
        "double.py, line 6, in double",
        "    return helper(x)",
        "double.py, line 3, in helper",
        "    return np.linalg.inv(x)",
    ]


@pytest.mark.torch
def test_two_precisions_of_torch_in_one_product_are_explained(check: Check) -> None:
    body = "return torch.tensor(x, dtype=torch.float32) @ torch.ones(3, 3, dtype=torch.float64)"
    done = check(with_double(body, "import torch\n"), "--only", "doubles")
    assert done["doubles"]["outcome"] == str(Outcome.RAISED)
    assert done["doubles"]["message"].endswith("as in dtype=x.dtype or .to(x.dtype).")


def test_a_name_that_is_no_function_is_told(check: Check) -> None:
    done = check("double = 5\n", "--only", "doubles")
    assert done["doubles"]["outcome"] == "exception"
    assert done["doubles"]["message"] == (
        "double is not a function, or does not return one: TypeError: 'int' object is not callable"
    )


def test_an_endless_loop_times_out_with_its_line_and_its_prints_and_the_next_checks_run(
    check: Check, mini: MiniCourse, grader: GraderCommand
) -> None:
    mini.yaml(POINTS, "limits: {seconds: 0.3}\n")
    done = check(with_double("print('so far')\nwhile True:\n    x = x + 0"))
    assert done.code == 1
    assert done.outcomes() == {
        "doubles": str(Outcome.TIMED_OUT),
        "negative": str(Outcome.TIMED_OUT),
        "adds": "passed",
        "secret": "failed",
    }
    assert done["doubles"]["message"].startswith("not done after 0.3 s; it was at double.py, line ")
    assert done["doubles"]["message"].endswith((" 5", " 6"))
    assert done["doubles"]["printed"] == "so far\n"
    assert "every value is doubled" in grader("check", "double", "--course", mini.path).out


def test_code_that_waits_for_ever_times_out_on_the_wall_clock(check: Check, mini: MiniCourse) -> None:
    """Four times the CPU time at least: the sentence tells how long it really was."""
    mini.yaml(POINTS, "limits: {seconds: 0.4, wall_seconds: 1}\n")
    done = check(with_double("import time\ntime.sleep(10000)"), "--only", "doubles", "--only", "adds")
    assert done.outcomes() == {"doubles": "timed_out", "adds": "passed"}
    assert done["doubles"]["message"] == "still waiting after 1.6 s by the clock; it was at double.py, line 5"


def test_after_three_timeouts_no_check_that_reaches_the_slow_function_is_run(check: Check, mini: MiniCourse) -> None:
    calls = {"one": "double(1)", "two": "double(2)", "three": "double(3)", "four": "double(4)", "five": "total([5])"}
    bodies = [f"@check('{name}')\ndef {name}(impl, rng):\n    return impl.{call}\n\n" for name, call in calls.items()]
    mini.checks("".join(bodies), {})
    mini.write(
        "solutions/1_basics/01_double/hidden_checks.py",
        """
        from grader.checks import check


        @check("a large case is doubled")
        def secret(impl, rng):
            return impl.double(6)
        """,
    )
    mini.yaml(dict.fromkeys([*calls, "secret"], 1), "limits: {seconds: 0.2}\n")
    done = check(
        with_double("return 8 if x == 4 else 12 if x == 6 else helper()", "def helper():\n    while True: pass\n")
    )
    late = str(Outcome.TIMED_OUT)
    skipped = {"four": str(Outcome.NOT_RUN), "five": "passed", "secret": "failed"}
    assert done.outcomes() == {"one": late, "two": late, "three": late, **skipped}
    assert done["four"]["message"] == "not run: it calls double(), which exceeded the time limit before"
    assert done.result["score"] == 1.0


def test_code_that_catches_everything_still_times_out(check: Check, mini: MiniCourse) -> None:
    mini.yaml(POINTS, "limits: {seconds: 0.3}\n")
    body = "while True:\n    try:\n        while True:\n            pass\n    except BaseException:\n        pass"
    assert check(with_double(body), "--only", "doubles")["doubles"]["outcome"] == "timed_out"


def test_too_much_memory_is_told_with_the_limit_and_the_line(check: Check, mini: MiniCourse) -> None:
    mini.yaml(POINTS, "limits: {memory_mb: 200}\n")
    done = check(with_double("return np.ones(10**9)"))
    assert done["doubles"]["outcome"] == str(Outcome.OUT_OF_MEMORY)
    assert done["doubles"]["message"] == "needed more than the memory limit of 200 MB"
    assert done["doubles"]["details"][-1].strip() == "return np.ones(10**9)"
    assert done["adds"]["outcome"] == "passed"


def test_a_crash_names_its_signal_and_line_and_the_next_checks_run(check: Check) -> None:
    done = check(with_double("import ctypes\nprint('about to fall')\nctypes.string_at(0)"))
    assert done.code == 1
    assert done["doubles"]["outcome"] == str(Outcome.CRASHED)
    assert done["doubles"]["message"] == "the process crashed (SIGSEGV)"
    assert done["doubles"]["details"] == ["double.py, line 6, in double", "    ctypes.string_at(0)"]
    assert done["doubles"]["printed"] == "about to fall\n"
    assert done["adds"]["outcome"] == "passed"


@pytest.mark.parametrize("how", ["sys.exit(3)", "os._exit(0)", "exit()"])
def test_code_that_ends_the_program_is_told_to_stop_that(check: Check, how: str) -> None:
    done = check(with_double(f"import os, sys\nprint('bye')\n{how}"))
    assert done["doubles"]["outcome"] == str(Outcome.EXITED)
    said = "the code ended the program: remove exit(), sys.exit() or os._exit()"
    assert done["doubles"]["message"] == said
    assert done["adds"]["outcome"] == "passed"


def test_what_is_too_large_to_be_the_answer_is_told(check: Check) -> None:
    done = check(with_double("return [0.0] * 10**6"))
    assert done["doubles"]["outcome"] == str(Outcome.OUTPUT_TOO_LARGE)
    assert done["doubles"]["message"] == "what double() returned is too large or too deeply nested to be the answer"
    assert done["adds"]["outcome"] == "passed"


def test_a_reference_that_fails_leaves_its_checks_without_a_score_and_exits_3(check: Check, mini: MiniCourse) -> None:
    mini.write(
        "solutions/1_basics/01_double/solution.py",
        "import numpy as np\n\ndef double(x):\n    return 1 / 0\n\ndef total(x):\n    return np.sum(x)\n",
    )
    done = check(with_double("return 'nonsense'"))
    assert done.code == 3
    assert done["doubles"]["outcome"] == str(Outcome.GRADER_ERROR)
    assert (done["doubles"]["score"], done.result["score"]) == (None, None)
    assert done["doubles"]["message"] == "the reference did not run"
    assert done["adds"]["outcome"] == "passed"


def test_a_judge_that_fails_on_the_reference_leaves_its_check_without_a_score(check: Check, mini: MiniCourse) -> None:
    judge = "from grader.checks import judge\n\n\n@judge('doubles')\ndef broken(value, reference, secret):\n    1 / 0\n"
    mini.write("exercises/1_basics/01_double/judges.py", judge)
    done = check(with_double("return 3 * x"))
    assert done.code == 3
    assert (done["doubles"]["outcome"], done["doubles"]["score"]) == ("grader_error", None)
    assert done["doubles"]["message"] == "the judge of this check failed (ZeroDivisionError)"
    assert done["negative"]["outcome"] == "failed"


def test_a_judge_that_fails_on_the_students_value_alone_blames_the_value(check: Check, mini: MiniCourse) -> None:
    judge = (
        "from grader.checks import judge\n\n\n@judge('doubles')\ndef picky(value, reference, secret):\n"
        "    return None if value['sum'] else 'no'\n"
    )
    mini.write("exercises/1_basics/01_double/judges.py", judge)
    mini.write(
        "solutions/1_basics/01_double/solution.py",
        "def double(x):\n    return {'sum': 1}\n\ndef total(x):\n    return sum(x)\n",
    )
    done = check(with_double("return 3"), "--only", "doubles")
    assert (done.code, done["doubles"]["outcome"]) == (1, "wrong_type")
    assert done["doubles"]["message"] == "the result does not have the form that this check asks for"


def test_what_the_code_prints_is_shown_with_its_own_check(check: Check) -> None:
    done = check(with_double("import sys\nprint('x is', x.shape)\nprint('note', file=sys.stderr)\nreturn 2 * x"))
    assert done.code == 0
    assert done["doubles"]["printed"] == "x is (2, 3)\nnote\n"
    assert done["negative"]["printed"] == "x is (4,)\nnote\n"
    assert done["adds"]["printed"] == ""


def test_long_prints_are_cut(check: Check) -> None:
    done = check(with_double("print('y' * 20_000)\nreturn 2 * x"), "--only", "doubles")
    assert done.code == 0
    assert done["doubles"]["printed"] == "y" * 4000 + "…"


@pytest.mark.parametrize("how", ["return 3 * x", "raise ValueError", "return None", "import os; os._exit(0)"])
def test_hidden_checks_tell_that_they_failed_and_nothing_else(check: Check, how: str) -> None:
    done = check(with_double(f"print('spying', x)\nif len(x) < 50: return 2 * x\n{how}"))
    hidden = done["secret"]
    assert (hidden["title"], hidden["outcome"], hidden["hidden"]) == ("a large case is doubled", "failed", True)
    assert "kind" not in hidden
    silent = {"message": "", "details": [], "printed": "", "misconception": None, "diagnosis": None, "advice": None}
    assert {key: hidden[key] for key in silent} == silent
    assert "spying" in done["doubles"]["printed"]


@pytest.mark.parametrize(
    ("source", "outcome"),
    [
        ("raise ValueError('the input was', 1)\n", "exception"),
        ("import os\nos.abort()\n", "crashed"),
        ("import os\nos._exit(0)\n", "exited"),
        ("import numpy as np\nnp.ones(10**10)\n", "out_of_memory"),
    ],
)
def test_a_file_that_cannot_be_loaded_gives_every_check_its_outcome(check: Check, source: str, outcome: str) -> None:
    done = check(f"print('loading', flush=True)\n{source}")
    assert done.code == 1
    assert done.public() == {outcome}
    assert done.result["score"] == 0.0
    assert all(done[name]["message"] and done[name]["printed"] == "loading\n" for name in PUBLIC)
    hidden = done["secret"]
    assert (hidden["outcome"], hidden["message"], hidden["printed"]) == ("failed", "", "")


def test_a_wrong_check_name_is_a_usage_error_that_lists_the_right_ones(grader: GraderCommand, mini: MiniCourse) -> None:
    (mini.path.parent / "double.py").write_text(RIGHT)
    done = grader("check", "double", "--course", mini.path, "--only", "secret", "--json")
    assert (done.code, done.out) == (2, "")
    assert done.err.strip() == "grader: double has no check 'secret'; it has: doubles, negative, adds"


def test_tabs_among_spaces_are_told(check: Check) -> None:
    done = check("import numpy as np\n\ndef double(x):\n        y = x\n    \treturn 2 * y\n")
    assert "tabs and spaces are mixed here: use only spaces" in done["doubles"]["message"]


def test_input_is_told_to_be_no_way_in(check: Check) -> None:
    done = check("import numpy as np\n\ndef double(x):\n    return 2 * float(input())\n")
    assert done["doubles"]["message"] == "input() gets no answer in a check: use the function's arguments"
