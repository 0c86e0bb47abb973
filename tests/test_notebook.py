"""Notebooks as submissions: which cells count, what is left out of them, and what the student is told."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent
from typing import Any

import nbformat
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from IPython.core.inputtransformer2 import TransformerManager
from nbformat import v3, v4

from grader.course import Course
from grader.errors import SubmissionError
from grader.student.notebooks import part_notebook, statement, stub_pieces, write_notebook
from grader.submission import Submission, from_bytes, read_exercises, read_submission
from grader.submission.cell_code import ParsedCell, clean
from tests.conftest import RIGHT, ROOT, GraderCommand, MiniCourse

STUB = '''
import numpy as np


def double(x):
    """Twice x."""
    raise NotImplementedError


def total(x):
    """The sum of x."""
    raise NotImplementedError
'''
MARK = "# exercise: double\n"
GOOD = f"{MARK}import numpy as np\ndef double(x):\n    return 2 * x\ndef total(x):\n    return np.sum(x)\n"

Read = Callable[..., Submission]


def code(source: str, **metadata: Any) -> Any:
    return v4.new_code_cell(dedent(source).strip("\n"), metadata=metadata)


def write(path: Path, *cells: Any, **metadata: Any) -> Path:
    """A real notebook; cells are sources or nbformat's own."""
    made = [code(cell) if isinstance(cell, str) else cell for cell in cells]
    nbformat.write(v4.new_notebook(cells=made, metadata=metadata), path)
    return path


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """Reads a notebook with these cells for the exercise `double`."""

    def run(*cells: Any, stub: str = STUB, **metadata: Any) -> Submission:
        return read_submission(write(tmp_path / "work.ipynb", *cells, **metadata), "double", stub)

    return run


def ran(submission: Submission) -> dict[str, Any]:
    """What the source defines, once it is run."""
    namespace: dict[str, Any] = {}
    exec(compile(submission.source, "work.ipynb", "exec"), namespace)
    return namespace


def lines(submission: Submission) -> list[str]:
    return [line for line in submission.source.decode().split("\n") if line.strip()]


class TestWhichCellsCount:
    """By mark, by metadata, by what they define."""

    def test_a_cell_belongs_to_the_exercise_that_its_first_line_names(self, read: Read) -> None:
        found = read("# exercise: triple\ndef double(x):\n    return 3 * x", GOOD)
        assert ran(found)["double"](4) == 8
        assert found.notes == ()

    @pytest.mark.parametrize(
        "mark",
        [
            "# exercise: double",
            "#exercise:double",
            "# Exercise: 01_double",
            "# exercise: 1_basics/01_double",
            "\n" + MARK,
        ],
    )
    def test_the_mark_may_be_written_in_several_ways(self, read: Read, mark: str) -> None:
        assert "def double" in read(f"{mark}\ndef double(x): pass").source.decode()

    def test_metadata_marks_a_cell_too_but_the_line_that_can_be_seen_wins(self, read: Read) -> None:
        hidden = code("def double(x):\n    return 1", grader={"exercise": "double"})
        seen = code("# exercise: triple\ndef double(x):\n    return 2", grader={"exercise": "double"})
        assert ran(read(hidden, seen))["double"](0) == 1

    def test_without_any_mark_cells_that_define_what_is_asked_for_count(self, read: Read) -> None:
        found = read("import numpy as np", "def double(x):\n    return np.add(x, x)", "double(3)")
        assert ran(found)["double"](4) == 8
        assert len(lines(found)) == 3

    def test_a_function_that_the_marked_cells_lack_is_taken_from_an_unmarked_one(self, read: Read) -> None:
        found = read(f"{MARK}def double(x):\n    return 2 * x", "def total(x):\n    return sum(x)")
        assert ran(found)["total"]([1, 2]) == 3

    def test_a_marked_cell_counts_before_a_later_unmarked_one_and_this_is_told(self, read: Read) -> None:
        found = read(GOOD, "def double(x):\n    return 5 * x")
        assert ran(found)["double"](1) == 2
        assert found.notes == ("cell 2 defines double too, but is not marked '# exercise: double': cell 1 counts.",)

    def test_of_two_marked_definitions_the_last_counts_and_this_is_told(self, read: Read) -> None:
        found = read(GOOD, v4.new_markdown_cell("again"), f"{MARK}def double(x):\n    return 5 * x")
        assert ran(found)["double"](1) == 5
        assert found.notes == ("double is defined in cell 1 and cell 3: cell 3 counts.",)

    def test_a_copy_of_the_stub_below_the_solution_does_not_count(self, read: Read) -> None:
        found = read(GOOD, MARK + STUB)
        assert ran(found)["double"](1) == 2
        assert found.notes[0] == "double is defined in cell 1 and cell 2: cell 1 counts."

    def test_a_solution_beside_the_untouched_stub_counts_though_it_is_not_marked(self, read: Read) -> None:
        found = read(MARK + STUB, "def double(x):\n    return 2 * x")
        assert ran(found)["double"](1) == 2

    def test_a_class_that_extends_itself_in_a_later_cell_keeps_its_first_half(self, read: Read) -> None:
        stub = "class Model:\n    def both(self): raise NotImplementedError\n"
        first = f"{MARK}class Model:\n    def one(self): return 1"
        found = read(first, f"{MARK}class Model(Model):\n    def both(self): return self.one() + 1", stub=stub)
        assert ran(found)["Model"]().both() == 2

    def test_a_method_that_a_later_cell_sets_on_a_class_is_kept(self, read: Read) -> None:
        stub = "class Model:\n    def two(self): raise NotImplementedError\n"
        found = read(f"{MARK}class Model: pass", "def two(self): return 2\nModel.two = two", stub=stub)
        assert ran(found)["Model"]().two() == 2

    def test_an_untouched_stub_reads_as_the_stub(self, course: Course, tmp_path: Path) -> None:
        for part in course.parts:
            path = tmp_path / f"{part.folder}.ipynb"
            path.write_bytes(write_notebook(course, part))
            for exercise in (one for one in course.exercises if one.part == part):
                found = read_submission(path, exercise.slug, exercise.stub_source)
                assert found.source.split() == exercise.stub_source.encode().split()
                assert found.notes == ()


class TestWhatIsLeftOut:
    """A right solution must not fail because of what stands around it."""

    @pytest.mark.parametrize(
        "demo",
        [
            "double(huge)",
            "x = double(huge)",
            "print(double(3))",
            "plt.imshow(double(3))",
            "display(df)",
            "x.shape",
            "assert double(1) == 3",
            "for step in range(10**12): loss = double(step)",
            "while True: pass",
            "import not_installed",
            "from google.colab import drive\ndrive.mount('/x')",
            "with open('not there') as file: data = file.read()",
            "del np",
            "raise SystemExit",
            "x: int = missing()",
            "results = []\nfor i in range(3): results.append(double(i, 1, 2))",
            "def plot():\n    not_installed.show()",
            "import not_installed\nclass Net(not_installed.Module): pass",
            "%timeit double(3)\n!rm -rf /",
            "await something()",
            "1 / 0; 2 / 0",
            "np.not_there(3)",
        ],
    )
    def test_demos_around_the_solution_are_not_run(self, read: Read, demo: str) -> None:
        for cells in ([demo, GOOD], [GOOD, demo], [GOOD + demo]):
            found = read(*cells)
            assert ran(found)["double"](4) == 8
            assert len(lines(found)) == 5
            assert found.notes == ()

    @pytest.mark.parametrize(
        "around",
        [
            "SCALE = 2",
            "SCALE = len('ab')",
            "SCALE: int = 2",
            "import math\nSCALE = math.sqrt(4)",
            "a, (SCALE, b) = 1, (2, 3)",
            "from math import *\nSCALE = 2 * cos(0)",
            "try:\n    import not_there\nexcept ImportError:\n    SCALE = 2",
            "if True:\n    SCALE = 2",
            "for SCALE in range(3): pass",
            "SCALE = 1\nSCALE += 1",
            "table = {}\ntable['s'] = 2\nSCALE = table['s']",
            "table = []\nfor i in range(2): table.append(i)\nSCALE = len(table)",
            "table = [1]\ntable.append(2)\nSCALE = len(table)",
            "def scale():\n    return TWO\nTWO = 2\nSCALE = scale()",
            "SCALE = (lambda: 2)()",
            "class Settings:\n    scale = 2\nSCALE = Settings.scale",
            "SCALE = %time 1 + 1",
            "SCALE = scale()\ndef scale():\n    return two()\ndef two():\n    return 2",
            "SCALE = sum([ONE for _ in range(2)])\nONE = 1",
        ],
    )
    def test_what_the_solution_uses_is_kept_wherever_it_stands(self, read: Read, around: str) -> None:
        solution = f"{MARK}def double(x):\n    return SCALE * x"
        for cells in ([around, solution], [solution, around], [f"{solution}\n{around}"]):
            assert ran(read(*cells))["double"](4) == 8

    def test_a_cell_that_builds_on_another_does_not_replace_it(self, read: Read) -> None:
        found = read("SCALE = 1", "SCALE += 1", f"{MARK}def double(x):\n    return SCALE * x")
        assert ran(found)["double"](4) == 8

    def test_a_local_name_does_not_bring_a_variable_of_the_same_name_with_it(self, read: Read) -> None:
        found = read(f"{MARK}def double(x):\n    y = [z for z in x]\n    return y", "x = 1 / 0", "y = 1 / 0\nz = y")
        assert lines(found) == ["def double(x):", "    y = [z for z in x]", "    return y"]

    def test_cells_may_stand_in_any_order(self, read: Read) -> None:
        solution = f"{MARK}class Base2(Base):\n    two = TWO\ndef double(x: np.ndarray, y=Base2.two):\n    return x * y"
        found = read(solution, "class Base: pass", "TWO = int(np.int64(2))", "import numpy as np")
        assert ran(found)["double"](4) == 8

    def test_functions_may_stand_before_a_variable_that_is_made_by_calling_them(self, read: Read) -> None:
        found = read(f"{MARK}def make(n):\n    return n + 1\ndef double(x):\n    return x * TABLE\nTABLE = make(1)")
        assert ran(found)["double"](4) == 8

    def test_future_imports_come_first(self, read: Read) -> None:
        found = read(
            "import math", f"{MARK}from __future__ import annotations\ndef double(x: not_there): return math.pi"
        )
        assert ran(found)["double"](4) > 3

    def test_code_that_looks_names_up_by_itself_keeps_them_all(self, read: Read) -> None:
        found = read("import math", f"{MARK}def double(x):\n    return eval('math.sqrt(4) * x')")
        assert ran(found)["double"](4) == 8

    def test_cells_of_other_exercises_give_nothing_and_this_is_told(self, read: Read) -> None:
        found = read(
            "# exercise: triple\nimport numpy as np\nTWO = 2", f"{MARK}def double(x):\n    return np.add(x, x)"
        )
        assert lines(found) == ["def double(x):", "    return np.add(x, x)"]
        alone = "exercises are graded alone, so define it for double, too."
        assert found.notes == (f"np comes from cell 1, which is for triple: {alone}",)

    def test_without_a_stub_every_import_definition_and_constant_is_kept(self, read: Read) -> None:
        found = read("import math\nTWO = 2\nTHREE = len('abc')\ndef helper(): pass\nprint(TWO)", GOOD, stub="")
        assert [line.split()[0] for line in lines(found)][:4] == ["import", "TWO", "def", "import"]

    def test_if_a_function_is_missing_what_the_cells_define_is_kept_to_be_told(self, read: Read) -> None:
        assert "def duble" in read(f"{MARK}def duble(x):\n    return 2 * x").source.decode()

    def test_every_solution_of_the_course_keeps_all_that_it_uses(self, course: Course) -> None:
        for exercise in course.exercises:
            for path in (exercise.solution_path / "solution.py", *exercise.accepted[:1]):
                source = path.read_text(encoding="utf-8")
                cells = [code(f"# exercise: {exercise.slug}\n{source}\nprint(1 / 0)")]
                data = nbformat.writes(v4.new_notebook(cells=cells)).encode()
                found = from_bytes(Path("work.ipynb"), data, exercise.slug, exercise.stub_source)
                assert unresolved(found.source.decode()) <= unresolved(source), path
                assert b"1 / 0" not in found.source


def unresolved(source: str) -> set[str]:
    """Names that a source reads and does not bind."""
    found = ParsedCell("cell 1", source).statements
    return {name for one in found for name in one.reads} - {name for one in found for name in one.binds}


class TestJupytersOwnWords:
    """Magics, shell lines and help, taken out without moving a line."""

    @pytest.mark.parametrize(
        ("source", "expected"),
        [
            ("%matplotlib inline\nx = 1", "pass\nx = 1"),
            ("!pip install \\\n  torch\nx = 1", "pass\n\nx = 1"),
            ("x = !ls\ny = %time 1 + 1", "pass\ny = 1 + 1"),
            ("double?\n?double\ndouble??", "pass\npass\npass"),
            ("def f():\n    %timeit g()", "def f():\n    pass"),
            ("def f():\n    !ls\n    return 1", "def f():\n    pass\n    return 1"),
            ("if x:\n\t%who\n%%time", "if x:\n\tpass\npass"),
            ("%time x = f()", "x = f()"),
            ('s = """\n%s\n!ls\n"""\n%who', 's = """\n%s\n!ls\n"""\npass'),
            ("s = ('%d'\n  % 3)\n!echo it's (fine", "s = ('%d'\n  % 3)\npass"),
            ("s = 'a\\\n%b'\n!ls", "s = 'a\\\n%b'\npass"),
            ("x = 1  # sure?\n!ls", "x = 1  # sure?\npass"),
            ("x = a \\\n  % b\n!ls", "x = a \\\n  % b\npass"),
            ("    x = 1\n    y = 2", "x = 1\ny = 2"),
            (">>> x = 1\n>>> def f():\n...     pass", "x = 1\ndef f():\n    pass"),
            ("In [1]: x = 1\n   ...: y = 2", "x = 1\ny = 2"),
            ("%%time\nx = 1", "\nx = 1"),
            ("%%capture\n%%timeit -n 3\nx = 1", "\n\nx = 1"),
            ("x = 1\r\n%who\r\ny = 2", "x = 1\npass\ny = 2"),
        ],
    )
    def test_what_is_no_python_becomes_pass(self, source: str, expected: str) -> None:
        assert "\n".join(clean(source).lines) == expected

    @pytest.mark.parametrize("magic", ["bash", "html", "javascript", "writefile x.py", "latex"])
    def test_a_cell_in_another_language_is_left_out(self, read: Read, magic: str) -> None:
        found = read(GOOD, f"%%{magic}\ndef double(x): return 0")
        assert ran(found)["double"](4) == 8
        assert found.notes == ()

    def test_of_a_marked_cell_in_another_language_the_student_is_told(self, read: Read) -> None:
        assert read(GOOD, f"%%bash\n{MARK}ls").notes == ("cell 2 is left out: it starts with %%bash.",)

    def test_a_magic_inside_a_function_is_told(self, read: Read) -> None:
        found = read(f"{MARK}def double(x):\n    !echo hello\n    return 2 * x\ndef total(x): pass")
        assert found.notes == ("cell 1, line 3 is left out: it is a Jupyter command, not Python.",)

    @settings(max_examples=60, deadline=None)
    @given(
        st.lists(
            st.sampled_from(
                [
                    "x = 1", "def f(a):", "    return a", "    %time a", "    !ls -l", "%matplotlib inline", "!echo 'a",
                    "f?", "y = !ls", "z = %who", "if x:", "    pass", "s = '''\n%d\n!ls (\n'''", "g(1,\n  2)", "# why?",
                    "w = 'it''s' # %x", "v = x % 2", "class A:", "    b = 'a' \\\n        '%s'", "", "!a \\", "  b",
                    't = "%" % 3', "u = [\n% 3]", "f(x)?", ",f a", "/f 1", ";f a", "r = x \\\n  % 2",
                ]
            ),
            max_size=8,
        )
    )  # fmt: skip
    def test_whatever_jupyter_runs_parses_and_keeps_its_lines(self, cell: list[str]) -> None:
        source = "\n".join(cell)
        found = clean(source)
        assert len(found.lines) == source.count("\n") + 1
        if parses(source, TransformerManager().transform_cell):
            assert parses("\n".join(found.lines))


def parses(source: str, transform: Callable[[str], str] = str) -> bool:
    try:
        ast.parse(transform(source))
    except SyntaxError:
        return False
    return True


class TestWhereThingsAre:
    """Lines are told as the student sees them."""

    def test_each_line_of_the_source_knows_its_cell(self, read: Read) -> None:
        found = read("import math\nimport numpy as np; TWO = 2", v4.new_markdown_cell("x"), f"%%time\n{GOOD}%who")
        text = found.source.decode().split("\n")
        places = {line.strip(): found.where(number) for number, line in enumerate(text, 1)}
        assert places["import numpy as np"] == "cell 3, line 3"
        assert places["return 2 * x"] == "cell 3, line 5"
        assert found.where(10**6) == "cell 3, line 7"

    def test_of_a_python_file_lines_are_lines(self) -> None:
        assert Submission(Path("double.py"), b"x = 1").where(12) == "line 12"

    def test_warnings_and_tracebacks_that_the_code_prints_name_cells(self, read: Read) -> None:
        found = read("x = 1", GOOD)
        said = found.placed('work.ipynb:2: RuntimeWarning: x\n  File "work.ipynb", line 3, in double\nother.py:2: y')
        lines = ["work.ipynb, cell 2, line 2: RuntimeWarning: x", "  work.ipynb, cell 2, line 3, in double"]
        assert said.split("\n") == [*lines, "other.py:2: y"]

    def test_a_syntax_error_in_a_cell_of_none_is_told_and_the_rest_counts(self, read: Read) -> None:
        found = read("x = 1\ndef helper(:\n    pass", GOOD, "pip install torch")
        assert ran(found)["double"](4) == 8
        assert found.notes == ("cell 1 is left out: it has a syntax error in line 2, invalid syntax.",)

    def test_a_syntax_error_in_the_exercise_s_own_cell_counts(self, read: Read) -> None:
        found = read("import numpy as np", f"{MARK}def double(x):\n    return (2 * x\ndef total(x): pass")
        with pytest.raises(SyntaxError) as caught:
            ran(found)
        assert found.where(caught.value.lineno or 0) == "cell 2, line 3"

    def test_a_broken_version_that_a_later_cell_replaces_does_not_count(self, read: Read) -> None:
        assert ran(read(f"{MARK}def double(x:\n    pass\n", GOOD))["double"](4) == 8


class TestFiles:
    """What a file must be, and one sentence for each that is not."""

    def test_an_old_notebook_is_upgraded(self, tmp_path: Path) -> None:
        cells = [v3.new_text_cell("markdown", "hello"), v3.new_code_cell(GOOD, outputs=[]), v3.new_heading_cell("x")]
        notebook = v3.new_notebook(worksheets=[v3.new_worksheet(cells=cells)])
        path = tmp_path / "old.ipynb"
        path.write_text(v3.writes_json(notebook))
        found = read_submission(path, "double", STUB)
        assert ran(found)["double"](4) == 8
        assert found.where(1).startswith("cell 2")

    def test_sources_may_be_lists_of_lines_and_metadata_anything(self, tmp_path: Path) -> None:
        cell = {"cell_type": "code", "source": GOOD.splitlines(keepends=True), "metadata": 3}
        odd = {"cell_type": "code", "source": 7, "metadata": {"grader": {"exercise": ["x"]}}}
        path = tmp_path / "double.ipynb"
        path.write_text(json.dumps({"nbformat": 4.0, "cells": [odd, cell, {"cell_type": "raw"}]}))
        assert ran(read_submission(path))["double"](4) == 8

    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
    def test_any_encoding_that_editors_write_is_read(self, tmp_path: Path, encoding: str) -> None:
        path = write(tmp_path / "work.ipynb", GOOD + "# größer")
        path.write_bytes(path.read_text(encoding="utf-8").encode(encoding))
        assert ran(read_submission(path, "double", STUB))["double"](4) == 8

    def test_numbers_that_json_does_not_know_are_no_trouble(self, tmp_path: Path) -> None:
        data = {"application/json": {"loss": float("nan"), "most": float("-inf"), "text": 'NaN "quoted'}}
        cell = code(GOOD + "# NaN stays")
        cell.outputs = [v4.new_output("display_data", data=data)]
        path = tmp_path / "work.ipynb"
        path.write_text(json.dumps(v4.new_notebook(cells=[cell])))
        assert ran(read_submission(path, "double", STUB))["double"](4) == 8

    def test_stored_outputs_of_50_mb_are_skipped_and_not_built(self, tmp_path: Path) -> None:
        cell = {"cell_type": "code", "source": GOOD, "metadata": {}, "outputs": []}
        lines = ",".join(['"a line of output\\n"'] * 10**6)
        picture = '{"output_type": "display_data", "data": {"image/png": "%s"}}' % ("A" * (30 << 20))
        stream = f'{{"output_type": "stream", "text": [{lines}]}}'
        shown = json.dumps(cell).replace('"outputs": []', f'"outputs": [{picture}, {stream}]')
        path = tmp_path / "work.ipynb"
        path.write_text(f'{{"nbformat": 4, "nbformat_minor": 5, "metadata": {{}}, "cells": [{shown}]}}')
        size = path.stat().st_size
        assert size > 50 << 20
        tracemalloc.start()
        try:
            assert ran(read_submission(path, "double", STUB))["double"](4) == 8
            assert tracemalloc.get_traced_memory()[1] < size + (5 << 20)  # the file, and next to nothing else
        finally:
            tracemalloc.stop()

    def test_only_the_code_counts_against_the_limit_of_a_submission(self, read: Read, tmp_path: Path) -> None:
        with pytest.raises(SubmissionError, match=r"the code of '.*' has over 1 MB; keep data out of its cells"):
            read(GOOD, f"data = '{'x' * (1 << 20)}'")
        for vast in (["x = 1\n" * 20_001], [f"x = {n}" for n in range(2001)]):
            with pytest.raises(SubmissionError, match="has over 20000 lines or 2000 cells of code; keep data in files"):
                read(GOOD, *vast)
        path = tmp_path / "vast.ipynb"
        with path.open("wb") as file:
            file.truncate(201 << 20)
        with pytest.raises(
            SubmissionError, match=r"has 201 MB; .* at most 200 MB: clear its outputs and save it again"
        ):
            read_submission(path, "double", STUB)

    @pytest.mark.parametrize(
        ("content", "sentence"),
        [
            (b"", "is empty; save the notebook again"),
            (b"\n<!DOCTYPE html><html>", "is a web page, not a notebook; download the notebook itself"),
            (b'{\n<<<<<<< HEAD\n"a": 1', "contains merge conflict markers"),
            (b"\x80\x04\x95\x00\x00", "is a binary file, not a notebook"),
            (b"PK\x03\x04", "is a binary file, not a notebook"),
            (b'{"nbformat": 4, "cells": [{"cell_ty', "ends in the middle; save or copy the notebook again"),
            (b"import numpy as np", "its JSON is broken; save it again from Jupyter"),
            (b'{"a": NaN, oops}', "its JSON is broken; save it again from Jupyter"),
            (b'{"nbformat": 4, "x": ' + b"[" * 100_000, "its JSON is broken"),
            (b"[]", "is not a notebook: it has no cells"),
            (b'{"cells": []}', "is not a notebook: it has no cells"),
            (b'{"nbformat": 4, "cells": [{"source": "x"}]}', "is not a notebook: it has no cells"),
            (b'{"nbformat": 4, "cells": []}', "contains no code yet; write your solution into a code cell"),
            (b'{"nbformat": 5, "cells": []}', "has notebook format 5; save it as format 4"),
            (b'{"nbformat": 4, "metadata": {"language_info": {"name": "R"}}}', "is a notebook for R; exercises"),
            (b'{"nbformat": 4, "metadata": {"kernelspec": {"language": "julia"}}}', "is a notebook for julia"),
        ],
    )
    def test_what_is_no_notebook_is_told_in_one_sentence(self, tmp_path: Path, content: bytes, sentence: str) -> None:
        path = tmp_path / "work.ipynb"
        path.write_bytes(content)
        with pytest.raises(SubmissionError) as caught:
            read_submission(path, "double", STUB)
        assert str(caught.value).startswith(f"'{path}' ")
        assert sentence in str(caught.value)
        assert "\n" not in str(caught.value)

    def test_a_notebook_without_a_cell_for_the_exercise_says_how_to_mark_one(self, read: Read) -> None:
        how = "start the cell that solves it with the line '# exercise: double'"
        with pytest.raises(SubmissionError, match=f"has no cell for double; {how}"):
            read("x = 1")
        with pytest.raises(SubmissionError, match=rf"has no cell for double \(it has cells for triple, half\); {how}"):
            read("# exercise: triple\nx = 1", "# exercise: half", v4.new_markdown_cell(GOOD), v4.new_raw_cell(GOOD))

    def test_a_marked_cell_that_was_emptied_defines_nothing(self, read: Read) -> None:
        assert ran(read(MARK, "x = 1")).keys() == {"__builtins__"}

    def test_copies_that_jupyter_keeps_are_refused(self, tmp_path: Path) -> None:
        folder = tmp_path / ".ipynb_checkpoints"
        folder.mkdir()
        with pytest.raises(SubmissionError, match="is Jupyter's own copy"):
            read_submission(write(folder / "work-checkpoint.ipynb", GOOD), "double", STUB)

    def test_modules_and_data_beside_a_notebook_come_with_it_if_the_kept_code_names_them(self, read: Read) -> None:
        found = read("from demo import x", f"{MARK}from helper import two\ndef double(x): return two(x, 'table.csv')")
        assert found.files == ()
        for name in ("helper.py", "table.csv", "demo.py"):
            found.path.with_name(name).write_text("")
        again = read_submission(found.path, "double", STUB)
        assert [name for name, _ in again.files] == ["helper.py", "table.csv"]

    def test_which_exercises_a_notebook_holds_is_read_from_its_marks(self, tmp_path: Path) -> None:
        cells = ["# exercise: total\nx", GOOD, "# exercise: unknown", code("x", grader={"exercise": "half"}), GOOD]
        path = write(tmp_path / "work.ipynb", *cells)
        assert read_exercises(path, ("double", "total", "half")) == ["total", "double", "half"]
        assert read_exercises(tmp_path / "half.py", ("double", "half")) == ["half"]
        assert read_exercises(tmp_path / "other.py", ("double", "half")) == []


class TestGenerated:
    """The notebooks that `init --notebook` writes."""

    def test_they_are_valid_and_equal_whenever_they_are_made(self, course: Course) -> None:
        for part in course.parts:
            written = write_notebook(course, part)
            assert written == write_notebook(course, part)
            nbformat.validate(nbformat.reads(written.decode(), as_version=4))

    def test_each_exercise_has_its_statement_its_stub_and_its_check(self, mini: MiniCourse) -> None:
        course = mini.load()
        notebook = part_notebook(course, course.parts[0])
        code = {cell.id: cell.source for cell in notebook.cells if cell.cell_type == "code"}
        assert list(code) == [
            "load",
            "double-stub",
            "double-stub-double",
            "double-check-double",
            "double-stub-total",
            "double-check-total",
            "double-check",
        ]
        assert code["load"].endswith("%pip install --quiet attention-grader\n%load_ext grader")
        assert code["double-stub"] == "# exercise: double\nimport numpy as np"
        assert code["double-stub-total"].startswith("# exercise: double\ndef total(x):")
        assert (code["double-check-total"], code["double-check"]) == ("%check double total", "%check double")
        marked = [cell.id for cell in notebook.cells if cell.metadata == {"grader": {"exercise": "double"}}]
        assert marked == [name for name in code if name.startswith("double-stub")]

    def test_hints_are_folded_and_are_no_markup(self, mini: MiniCourse) -> None:
        mini.yaml({"doubles": 2, "negative": 1, "adds": 1, "secret": 1})
        path = mini.exercise / "exercise.yaml"
        path.write_text(path.read_text().replace("2 times x.", "x < *y*"))
        cells = part_notebook(mini.load(), mini.load().parts[0]).cells
        hints = next(cell for cell in cells if cell.id == "double-hints").source
        assert hints.count("<details><summary>Hint ") == 3
        assert "<details><summary>Hint 2 of 3</summary><p>x &lt; *y*</p></details>" in hints

    def test_a_formula_is_shown_once(self, mini: MiniCourse, course: Course) -> None:
        mini.write(
            "exercises/1_basics/01_double/README.md",
            "Twice:\n\n    y = 2 x\n\n    z = y\n\n$$y = 2x$$\n\nAn example:\n\n    2 is 4\n\nEnd.\n",
        )
        exercise = mini.load().exercises[0]
        assert statement(exercise) == "Twice:\n\n$$y = 2x$$\n\nAn example:\n\n    2 is 4\n\nEnd.\n"
        assert "    y = 2 x" in exercise.statement
        masking = statement(course.find("masking"))
        assert "e[i, j]  =" not in masking
        assert "e_{ij} =" in masking

    def test_a_function_in_each_cell_gives_the_same_source_as_one_file(self, course: Course) -> None:
        """The reference, in the generated cells: what the stub defines, each by itself, and the rest in the first."""
        for exercise in course.exercises:
            pieces = stub_pieces(exercise)
            assert " ".join(piece.source for piece in pieces).split() == exercise.stub_source.split()
            body = ast.parse((exercise.solution_path / "solution.py").read_text(encoding="utf-8")).body
            asked = {piece.name for piece in pieces if piece.name}
            own = [ast.unparse(one) for one in body if getattr(one, "name", "") in asked]
            rest = "\n".join(ast.unparse(one) for one in body if getattr(one, "name", "") not in asked)
            trees = []
            for sources in ([rest, *own], [ast.unparse(ast.Module(body, []))]):
                cells = [code(f"# exercise: {exercise.slug}\n{source}") for source in sources]
                data = nbformat.writes(v4.new_notebook(cells=cells)).encode()
                found = from_bytes(Path("work.ipynb"), data, exercise.slug, exercise.stub_source)
                trees.append(sorted(map(ast.dump, ast.parse(found.source).body)))
                assert found.notes == ()
            assert trees[0] == trees[1], exercise.slug

    def test_pictures_are_inside(self, course: Course) -> None:
        text = "".join(cell.source for part in course.parts for cell in part_notebook(course, part).cells)
        pictures = list((ROOT / "exercises").glob("*/*/pictures/*.svg"))
        assert text.count("](data:image/svg+xml;base64,") == len(pictures) > 5
        assert "](pictures/" not in text


class TestCommand:
    """`grader check` on a notebook."""

    @pytest.fixture
    def check(self, grader: GraderCommand, mini: MiniCourse, tmp_path: Path) -> Callable[..., Any]:
        def run(*cells: Any, options: tuple[str, ...] = ()) -> Any:
            path = write(tmp_path / "work.ipynb", *cells)
            return grader("check", "double", "--course", mini.path, "--submission", path, *options)

        return run

    def test_a_right_notebook_passes_and_its_json_is_that_of_a_file(
        self, check: Callable[..., Any], grader: GraderCommand, mini: MiniCourse, tmp_path: Path
    ) -> None:
        (tmp_path / "double.py").write_text(RIGHT)
        file = grader("check", "double", "--course", mini.path, "--json").json
        done = check("import not_installed", MARK + RIGHT, "double(not_there)", options=("--json",))
        found = done.json
        assert done.code == 0
        for one in (*file["checks"], *found["checks"]):
            one["seconds"] = 0
        assert found == file

    def test_what_is_wrong_is_told_by_cell_and_line(self, check: Callable[..., Any]) -> None:
        own = f"{MARK}def double(x):\n    print(undefined)\ndef total(x):\n    return np.sum(x) / np.float64(0)"
        done = check(v4.new_markdown_cell("x"), "import numpy as np", own, "def double(x): pass")
        assert done.code == 1
        assert "work.ipynb, cell 3, line 3, in double" in done.out
        assert "work.ipynb, cell 3, line 5: RuntimeWarning" in done.out
        assert "cell 4 defines double too, but is not marked '# exercise: double': cell 3 counts." in " ".join(
            done.out.split()
        )

    def test_an_absent_package_is_told_where_it_is_used_and_where_it_is_imported(
        self, check: Callable[..., Any]
    ) -> None:
        own = f"{MARK}def double(x):\n    return nsm.add(x, x)\ndef total(x):\n    return sum(x)"
        done = check(v4.new_markdown_cell("x"), "TWO = 2\nimport not_installed as nsm", own)
        told = " ".join(done.out.split())
        assert "No module named 'not_installed' (imported in work.ipynb, cell 2, line 2)" in told
        assert "work.ipynb, cell 3, line 3, in double" in told

    def test_a_syntax_error_is_told_by_cell_and_line(self, check: Callable[..., Any]) -> None:
        done = check("x = 1", f"{MARK}def double(x):\n    return (2 * x\n\ndef total(x): pass")
        assert done.code == 1
        assert "work.ipynb, cell 2, line 3: '(' was never closed" in done.out
        assert "return (2 * x" in done.out

    def test_a_notebook_that_cannot_be_read_ends_with_2(self, check: Callable[..., Any]) -> None:
        done = check("# exercise: triple\nx = 1")
        assert done.code == 2
        assert done.err.count("\n") == 1
        assert "has no cell for double" in done.err


def test_a_failed_check_on_a_notebook_can_be_replayed(grader: GraderCommand, mini: MiniCourse, tmp_path: Path) -> None:
    wrong = GOOD.replace("2 * x", "x * x + 0.125")
    write(tmp_path / "double.ipynb", "%matplotlib inline", wrong, "double(3)")
    run = grader("check", "double", "--submission", "double.ipynb", "--course", mini.path, "--reproduce")
    replay = tmp_path / "replay.py"
    replay.write_text(run.out, encoding="utf-8")
    done = subprocess.run([sys.executable, replay], capture_output=True, text=True, cwd=tmp_path, check=True)
    assert done.stdout.startswith("your code returned:")
