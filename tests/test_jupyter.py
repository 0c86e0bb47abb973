"""`%load_ext grader` in a real kernel: one notebook is made, filled in and run; the tests look at what it shows."""

from __future__ import annotations

import json
import os
from pathlib import Path
from textwrap import dedent
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell

from grader.student.notebooks import part_notebook
from tests.conftest import MiniCourse

CHECKS = """
    from grader.checks import check


    @check("every value is {name}d", axes="item")
    def values(impl, rng):
        return impl.{name}(rng.normal(size=3))


    @check("one value is {name}d")
    def one(impl, rng):
        return impl.{name}(rng.normal())
    """
YAML = """
    title: {title}
    minutes: 5
    difficulty: 1
    inputs_unchanged: 0
    importance: 1
    needs: []
    sources: [S0]
    points: {{values: 2, one: 1}}
    hints: [A nudge., The formula., Almost the code.]
    limits: {{seconds: {seconds}}}
    """


def make_course(path: Path) -> MiniCourse:
    """Three exercises: `double`; `triple`, which provides a module, and lets code run for a minute; and `halves`, with
    two functions."""
    made = MiniCourse(path)
    made.write("course.yaml", "title: A small course\nseed: 7\n")
    for number, (name, seconds) in enumerate([("double", 0.5), ("triple", 60)], 1):
        folder = f"1_basics/0{number}_{name}"
        made.write(f"exercises/{folder}/README.md", f"# {name.title()}\n\nCosts $x$ or $y$.\n")
        stub = f"def {name}(x):\n    raise NotImplementedError\n"
        made.write(f"exercises/{folder}/stub.py", ("from provided import THREE\n\n\n" if number == 2 else "") + stub)
        made.write(f"exercises/{folder}/checks.py", CHECKS.format(name=name))
        made.write(f"exercises/{folder}/exercise.yaml", YAML.format(title=name.title(), seconds=seconds))
        made.write(f"solutions/{folder}/solution.py", f"def {name}(x):\n    return x * {number + 1}\n")
    made.write("exercises/1_basics/02_triple/provided.py", "THREE = 3\n")
    folder = "1_basics/03_halves"
    made.write(
        f"exercises/{folder}/README.md", "# Halves\n\n<details>\n<summary>Traps</summary>\n\nMany.\n\n</details>\n"
    )
    stub = "def {}(x):\n    raise NotImplementedError\n"
    made.write(f"exercises/{folder}/stub.py", f"import math\n\n\n{stub.format('half')}\n\n{stub.format('quarter')}")
    together = """

    @check("two quarters are a half")
    def together(impl, rng):
        return impl.half(1.0) - 2 * impl.quarter(1.0)
    """
    made.write(f"exercises/{folder}/checks.py", dedent(CHECKS.format(name="half")) + dedent(together))
    made.write(
        f"exercises/{folder}/exercise.yaml",
        YAML.format(title="Halves", seconds=1).replace("one: 1", "one: 1, together: 1"),
    )
    made.write(
        f"solutions/{folder}/solution.py", "def half(x):\n    return x / 2\n\n\ndef quarter(x):\n    return x / 4\n"
    )
    made.write(
        "quizzes/01_small.yaml",
        """
        title: A small quiz
        kind: practice
        feedback: at-once
        questions:
          - id: twice
            type: single
            prompt: What is twice 2?
            source: S0
            options:
              - {text: "4", correct: true, feedback: Yes., pin: true}
              - {text: "5", feedback: No., pin: true}
        """,
    )
    return made


# What is typed into the notebook, cell by cell. A name stands for the cell's output in the tests.
TYPED = {
    "again": "%check double",
    "no argument": "%check",
    "misspelt": "%check doubel",
    "by number": "%check 1",
    "one check": "%check double --only one  # that was the hard one",
    "no such check": "%check --only two",
    "hint": "%hint double",
    "next hint": "%hint double",
    "statement": "%show double",
    "nothing provided": "%provided double",
    "provided by name": "%provided triple\nfrom provided import THREE\nTHREE",
    "broken": "# exercise: double\ndef double(x):\n    return (2 * x\n",
    "check of broken": "%check",
    "mended": "# exercise: double\ndef double(x):\n    !true\n    return 2 * x\ndouble(1)",
    "check of mended": "%check\n%check double",
    "endless": "# exercise: double\ndef double(x):\n    while True:\n        pass\n",
    "check of endless": "%check",
    "deadly": "# exercise: double\nimport os\ndef double(x):\n    os.abort()\n",
    "check of deadly": "%check",
    "waits": "# exercise: triple\nimport time\ndef triple(x):\n    time.sleep(50)\n",
    "stopped": """
        import os, signal, threading
        threading.Timer(1, os.kill, (os.getpid(), signal.SIGINT)).start()
        %check
    """,
    "started again": "%check double",  # Ctrl-C ended the worker
    "worker killed": """
        # exercise: triple
        def triple(x):
            return 3 * x
        import os, signal, subprocess
        command = ["ps", "-ww", "--ppid", str(os.getpid()), "-o", "pid=,args="]
        listed = subprocess.run(command, capture_output=True, text=True).stdout.splitlines()
        (server,) = [int(line.split()[0]) for line in listed if "server.main" in line]
        os.kill(server, signal.SIGKILL)
    """,
    "after all that": "%check",
    "children": """
        import os, subprocess
        subprocess.run(["ps", "-ww", "--ppid", str(os.getpid()), "-o", "args="], capture_output=True, text=True).stdout
    """,
    "function": "# exercise: halves\ndef half(x):\n    return x / 2",
    "check of function": "%check halves half",
    "its other function": "# exercise: halves\ndef quarter(x):\n    return half(x) / 2",
    "check of function again": "%check halves half",
    "no such function": "%check halves quater",
    "solution too early": "%solution",
    "whole": "%check halves",
    "solution": "%solution halves",
    "traps": "%show halves --traps",
    "progress": "%progress",
    "list": "%list double",
    "no such option": "%list --nothing",
    "quizzes": "%quiz",
    "quiz without anybody": "%quiz small",
    "quiz": """
        import builtins
        class Student:
            lines = ["x", "a", "submit", "submit"]
            def answers(self, prompt=""):
                return self.lines.pop(0)
        builtins.input = Student().answers
        %quiz small
    """,
    "reset without anybody": "%reset halves",
    "reset refused": """
        class No:
            def says(self, prompt=""):
                return "n"
        builtins.input = No().says
        %reset halves
    """,
    "kept": "%check halves",
    "reset": "%reset halves --yes",
    "check of reset": "%check halves",
    "IPython's own reset": "x = 1\n%reset -f\n'x' in dir()",
    "reloaded": "%reload_ext grader\n%check 2",
    "unloaded": "%unload_ext grader\n%check 2",
    "IPython's again": "y = 1\n%reset -f\n'y' in dir()",
    "still running": "1 + 1",
}  # fmt: skip


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Any]]:
    """Name or id of a cell → its outputs."""
    folder = tmp_path_factory.mktemp("jupyter")
    course = make_course(folder / "course").load()
    notebook = part_notebook(course, course.parts[0])
    for cell in notebook.cells:
        if cell.id == "double-stub":
            cell.source = "# exercise: double\nimport numpy as np\ndef double(x):\n    return np.add(x, x)\ndouble(2)"
        if cell.id == "triple-stub":
            cell.source = "# exercise: triple\nfrom provided import THREE\ndef triple(x):\n    return x ** THREE"
    before = len(notebook.cells)
    notebook.cells += [new_code_cell(dedent(source).strip()) for source in TYPED.values()]
    work = course.path / "work"
    work.mkdir()
    (work / ".grader.json").touch()
    saved = part_notebook(course, course.parts[0])
    for cell in saved.cells:
        if cell.id == "halves-stub-half":
            cell.source = TYPED["function"]
    nbformat.write(saved, work / "1_basics.ipynb")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
        patch.setenv("IPYTHONDIR", str(folder / "ipython"))
        NotebookClient(notebook, timeout=120, allow_errors=True, resources={"metadata": {"path": str(work)}}).execute()
    nbformat.validate(notebook)
    names = [cell.id for cell in notebook.cells[:before]] + list(TYPED)
    return {name: cell.get("outputs", []) for name, cell in zip(names, notebook.cells, strict=True)}


def text(outputs: list[Any]) -> str:
    """What a cell shows, as text, all of it by `display`: no traceback, no stream."""
    assert [output.output_type for output in outputs if output.output_type != "execute_result"] == ["display_data"]
    return str(outputs[0].data["text/plain"])


def test_the_generated_notebook_runs_with_a_right_solution(run: dict[str, list[Any]]) -> None:
    assert run["load"] == []
    assert "3 / 3" in text(run["double-check"])
    assert "All 2 checks passed." in text(run["double-check"])


def test_and_with_a_wrong_one_which_may_import_what_is_provided(run: dict[str, list[Any]]) -> None:
    assert run["triple-stub"] == []
    said = text(run["triple-check"])
    assert "0 / 3" in said
    assert "every value is tripled" in said


def test_the_result_is_html_with_text_beside_it(run: dict[str, list[Any]]) -> None:
    shown = run["triple-check"][0].data
    assert shown["text/html"].startswith('<div class="ag-result')
    assert "every value is tripled" in shown["text/html"]
    assert "\x1b" not in shown["text/plain"]


def test_passing_names_the_next_exercise(run: dict[str, list[Any]]) -> None:
    assert "Next: Triple" in text(run["double-check"])
    assert "Next: Triple" in run["double-check"][0]["data"]["text/html"]
    assert "Next: " not in text(run["triple-check"])


def test_without_a_name_the_exercise_run_last_is_meant(run: dict[str, list[Any]]) -> None:
    assert text(run["no argument"]).startswith("Halves")
    assert text(run["again"]).startswith("Double")
    assert text(run["by number"]).startswith("Double")


def test_a_misspelt_name_gets_a_suggestion_in_one_sentence(run: dict[str, list[Any]]) -> None:
    assert text(run["misspelt"]).startswith("grader: no exercise 'doubel'; did you mean 'double'?")


def test_one_check_may_be_run_alone_and_a_comment_says_nothing(run: dict[str, list[Any]]) -> None:
    assert "one value is doubled" in text(run["one check"])
    assert "every value is doubled" not in text(run["one check"])
    assert "has no check 'two'; it has: values, one" in text(run["no such check"])


def test_hints_come_one_after_the_other(run: dict[str, list[Any]]) -> None:
    assert "A nudge." in text(run["hint"])
    assert "The formula." in text(run["next hint"])


def test_a_statement_is_shown_as_markdown(run: dict[str, list[Any]]) -> None:
    assert "Costs $x$ or $y$." in run["statement"][0].data["text/markdown"]
    assert "text/html" not in run["statement"][0].data


def test_what_an_exercise_provides_can_be_had_by_name(run: dict[str, list[Any]]) -> None:
    assert run["provided by name"][0].data["text/plain"] == "3"
    assert text(run["nothing provided"]) == "grader: double provides nothing to import"


def test_a_syntax_error_is_told_and_forgotten_when_it_is_mended(run: dict[str, list[Any]]) -> None:
    assert "line 3: '(' was never closed" in text(run["check of broken"])
    both = [str(output.data["text/plain"]) for output in run["check of mended"]]
    assert len(both) == 2
    assert all("All 2 checks passed." in said for said in both)
    assert "In[" in both[0]
    assert "line 3 is left out" in both[0]


def test_bad_code_does_not_harm_the_kernel(run: dict[str, list[Any]]) -> None:
    assert "not done after 0.5 s; it was at this notebook, In[" in text(run["check of endless"])
    assert "the process crashed (SI" in text(run["check of deadly"])
    assert run["still running"][0].data["text/plain"] == "2"


def test_an_interrupted_check_says_so_and_the_next_one_works(run: dict[str, list[Any]]) -> None:
    assert text(run["stopped"]) == "grader: stopped"


def test_a_worker_that_died_is_replaced(run: dict[str, list[Any]]) -> None:
    assert run["worker killed"] == []
    assert "All 2 checks passed." in text(run["after all that"])


def test_one_function_is_checked_alone_and_with_others_once_they_are_written(run: dict[str, list[Any]]) -> None:
    said = text(run["check of function"])
    assert "every value is halfd" in said
    assert "two quarters" not in said
    assert "1 more check also needs quarter." in said
    assert "2 / 3" not in said
    assert "two quarters are a half" in text(run["check of function again"])
    assert text(run["no such function"]) == "grader: halves has no function 'quater'; did you mean 'quarter'?"
    assert "All 3 checks passed." in text(run["whole"])


def test_the_solution_is_shown_once_the_exercise_is_passed(run: dict[str, list[Any]]) -> None:
    assert text(run["solution too early"]).endswith("its solution is shown once you have passed '%check halves'")
    assert "return x / 4" in text(run["solution"])
    assert '<span class="ag-good">x</span>' in run["solution"][0].data["text/html"]  # what the reference has


def test_traps_are_unfolded_when_asked_for(run: dict[str, list[Any]]) -> None:
    assert "<details open>" in run["traps"][0].data["text/markdown"]
    assert "Many." in text(run["traps"])


def test_commands_show_their_text_as_a_page(run: dict[str, list[Any]]) -> None:
    assert "3 of 3" in text(run["progress"])
    assert "Double" in text(run["list"])
    assert "Triple" not in text(run["list"])
    assert run["list"][0].data["text/html"].startswith('<div class="ag-result')
    assert "No such option" in text(run["no such option"])
    assert "small" in text(run["quizzes"])


def test_a_quiz_asks_line_by_line(run: dict[str, list[Any]]) -> None:
    said = "".join(output.get("text", "") for output in run["quiz"])
    assert "What is twice 2?" in said
    assert "(100%)" in said
    assert "nobody is there to answer; open the notebook" in json.dumps(run["quiz without anybody"])


def test_reset_asks_and_then_forgets_what_was_run(run: dict[str, list[Any]]) -> None:
    assert "add --yes to confirm" in text(run["reset without anybody"])
    assert text(run["reset refused"]) == "Nothing was changed."
    assert "All 3 checks passed." in text(run["kept"])
    assert "is the stub again" in text(run["reset"])
    assert "1_basics.ipynb.backup1" in text(run["reset"])
    assert "no cell for halves has been run yet" in text(run["check of reset"])


def test_reset_without_an_exercise_is_the_one_of_ipython(run: dict[str, list[Any]]) -> None:
    assert run["IPython's own reset"][0].data["text/plain"] == "False"
    assert run["IPython's again"][0].data["text/plain"] == "False"


def test_one_warm_worker_serves_the_session(run: dict[str, list[Any]]) -> None:
    assert run["children"][0].data["text/plain"].count("server.main") == 1


def test_the_extension_can_be_reloaded_and_unloaded(run: dict[str, list[Any]]) -> None:
    assert text(run["reloaded"]).startswith("Triple")
    assert "`%check` not found" in json.dumps(run["unloaded"])


def test_no_process_is_left_behind(run: dict[str, list[Any]]) -> None:
    assert run
    mine = {path.name for path in Path("/proc").glob("[0-9]*") if _is_child_of(path, os.getpid())}
    assert not [number for number in mine if b"ipykernel" in Path("/proc", number, "cmdline").read_bytes()]


def _is_child_of(path: Path, parent: int) -> bool:
    try:
        return f"PPid:\t{parent}\n" in (path / "status").read_text()
    except OSError:
        return False
