"""A solution changed in one place at a time: which changes are made, and which are not."""

from __future__ import annotations

import ast
import re
import warnings
from pathlib import Path

import pytest

from grader.author.mutants import Mutant, mutants

SOLUTIONS = sorted((Path(__file__).parents[1] / "solutions").glob("*/*/solution.py"))

EVERYTHING = '''\
"""Ünïcode before the code: columns count bytes."""
from __future__ import annotations
import numpy as np
__all__ = ["f", "g"]
SCALE = 2.0


class Model(Base, flag=True):
    depth: int = 3

    @decorated(4)
    def __init__(self, width: Literal[7] = 8, *, causal=True) -> Literal[9]:
        """Not a statement."""
        super().__init__(width)
        self.size = width if causal else -1
        self.size -= 1

    def forward(self, x, n):
        é = "ü"; x = x[..., n:-n, 1:] + 1  # several statements on a line
        for i in range(0, n):
            x[i] = (x[i]  # a comment inside
                    @ self.w.T) * 10000 ** (-2 * i / n)
            if i > 3 and not n == 4 or i in (1, 2):
                continue
        while n > 0:
            n //= 2
        try:
            total = sum(v for v in x if v is not None)
        except (TypeError, ValueError) as problem:
            raise ValueError(f"{n + 1} is {x - 2}" + "bad" * 3) from problem
        match n:
            case 5:
                x = np.where(x < 0, x, 0.5)
            case _ if n >= 6:
                pass
        with np.errstate(all="ignore"):
            x = np.mean(x, axis=(1, 2), dtype="float32", keepdims=True)
        assert n != 12, f"{n} is not {12}"
        return x, total, f"{n + 1}", lambda k=1: -k


if __name__ == "__main__":
    print(1 + 1)
'''


def changed(line: str) -> set[str]:
    """What a one-line body becomes, in a function of a, b, c, n and x."""
    source = f"import numpy as np\nimport torch\ndef f(a, b, c, n, x):\n    {line}\n"
    return {mutant.after for mutant in mutants(source)}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("y = a + b", ["y = a - b"]),
        ("y = a - b", ["y = a + b"]),
        ("y = a * b", ["y = a / b"]),
        ("y = a / b", ["y = a * b"]),
        ("y = a // b", ["y = a / b"]),
        ("y = a % b", ["y = a // b"]),
        ("y = a ** b", ["y = a * b"]),
        ("y = a & b", ["y = a | b"]),
        ("y = a @ b", ["y = b @ a"]),
        ("y = (a - b) * c", ["y = (a + b) * c", "y = (a - b) / c"]),
        ("y = a / (b @ c)", ["y = a * (b @ c)", "y = a / (c @ b)"]),
        ("y = -a", ["y = a"]),
        ("y = ~a", ["y = a"]),
        ("y = not a", ["y = a"]),
        ("y = [a] + b", []),
        ("y = (a,) * n", []),
    ],
)
def test_operators_are_exchanged_and_signs_dropped(line: str, expected: list[str]) -> None:
    assert changed(line) == set(expected)


@pytest.mark.parametrize(("one", "other"), [("<", "<="), (">", ">="), ("==", "!="), ("is", "is not"), ("in", "not in")])
def test_comparisons_move_by_their_border(one: str, other: str) -> None:
    assert changed(f"y = a {one} b") == {f"y = a {other} b"}
    assert changed(f"y = a {other} b") == {f"y = a {one} b"}


def test_each_link_of_a_chain_of_comparisons_is_changed() -> None:
    assert changed("y = a < b >= c") == {"y = a <= b >= c", "y = a < b > c"}


def test_and_is_exchanged_with_or() -> None:
    assert changed("y = a and b") == {"y = a or b"}
    assert changed("y = a or b") == {"y = a and b"}


@pytest.mark.parametrize(
    ("value", "others"),
    [
        ("0", ["1"]),
        ("1", ["0", "2"]),
        ("-1", ["-2", "0"]),
        ("7", ["6", "8"]),
        ("10000", ["20000"]),
        ("0.5", ["1.0", "0.0"]),
        ("0.0", ["1.0"]),
        ("-1.5", ["-3.0", "0.0", "1.5"]),
        ("True", ["False"]),
        ("None", []),
        ("'text'", []),
        ("...", []),
    ],
)
def test_constants_become_their_neighbours(value: str, others: list[str]) -> None:
    assert changed(f"y = {value}") == {f"y = {other}" for other in others}


def test_an_axis_moves_and_is_dropped_and_a_flag_is_turned_over() -> None:
    assert changed("y = x.prod(axis=-1, keepdims=True)") == {
        "y = x.sum(axis=-1, keepdims=True)",
        "y = x.prod(axis=0, keepdims=True)",
        "y = x.prod(axis=-2, keepdims=True)",
        "y = x.prod(keepdims=True)",
        "y = x.prod(axis=-1, keepdims=False)",
    }


def test_a_keyword_is_named_in_the_change() -> None:
    names = [mutant.name for mutant in mutants("y = f(x, dim=-1, keepdim=True)\n")]
    assert "line 1: dim=-1 → dim=0" in names
    assert "line 1: keepdim=True → keepdim=False" in names
    assert "line 1: dim=-1 dropped" in names


def test_arguments_are_swapped_with_their_neighbours_and_dropped() -> None:
    assert changed("y = np.where(a, b, c)") == {
        *("y = np.where(b, a, c)", "y = np.where(a, c, b)"),
        *("y = np.where(b, c)", "y = np.where(a, c)", "y = np.where(a, b)"),
    }


@pytest.mark.parametrize(
    "line",
    [
        "y = np.array_equal(a, b)",
        "y = torch.add(a, b)",
        "y = np.allclose(a, b)",
        "y = f(a, a)",
        "y = x.transpose(n, c)",
        "y = np.swapaxes(x, 0, 1)",
        "y = isinstance(a, b)",
        "y = f(*a, b)",
    ],
)
def test_swaps_that_change_nothing_are_left_out(line: str) -> None:
    def arguments(code: str) -> list[str]:
        match = re.search(r"\((.*)\)", code)
        return sorted(match[1].split(", ")) if match else []

    assert not [after for after in changed(line) if arguments(after) == arguments(line)]


def test_operands_of_symmetric_operators_are_never_swapped() -> None:
    for op in ("+", "*", "==", "!=", "and", "or", "&"):
        assert f"y = b {op} a" not in changed(f"y = a {op} b")


def test_a_permutation_of_axes_is_no_symmetric_swap() -> None:
    assert "y = x.transpose(0, 1, 2)" in changed("y = x.transpose(0, 2, 1)")
    assert "y = np.transpose(x, (0, 1, 2))" in changed("y = np.transpose(x, (0, 2, 1))")


def test_indices_shapes_and_results_are_swapped() -> None:
    assert changed("y = x[:, None]") == {"y = x[None, :]"}
    assert "y = x.reshape((b, a))" in changed("y = x.reshape((a, b))")
    assert changed("return a, b") == {"return (b, a)"}
    assert not changed("y = f(axis=(a, b))") & {"y = f(axis=(b, a))"}


@pytest.mark.parametrize(
    ("call", "others"),
    [
        ("x.max()", ["x.min()"]),
        ("np.min(x)", ["np.max(x)"]),
        ("np.sum(x)", ["np.mean(x)"]),
        ("x.mean()", ["x.sum()"]),
        ("np.sin(x)", ["np.cos(x)"]),
        ("torch.tril(x)", ["torch.triu(x)"]),
        ("np.ones(n)", ["np.zeros(n)"]),
        ("x.argmax()", ["x.argmin()"]),
        ("np.floor(x)", ["np.ceil(x)"]),
        ("x.any()", ["x.all()"]),
        ("x.var()", ["x.std()"]),
        ("np.exp(x)", ["np.expm1(x)"]),
        ("np.sqrt(x)", ["x"]),
        ("x.sqrt()", ["x"]),
        ("x.T", ["x"]),
        ("max(x)", ["min(x)"]),
        ("sum(x)", []),  # there is no mean to call
    ],
)
def test_functions_are_exchanged_within_their_family(call: str, others: list[str]) -> None:
    assert changed(f"y = {call}") == {f"y = {other}" for other in others}


def test_a_returned_call_is_unwrapped() -> None:
    assert changed("return g(x)") == {"return x"}
    assert changed("return np.tanh(x)") == {"return x"}
    assert changed("return x.round()") == {"return x"}
    assert changed("return a.b(x)") == {"return a"}
    assert changed("return self.b(x)") == {"return x"}


@pytest.mark.parametrize(
    ("line", "goes"),
    [
        ("x = a", True),
        ("x += a", True),
        ("x[a] = b", True),
        ("x.data = b", True),
        ("a, b = c", True),
        ("f(x)", True),
        ("y = a", False),
        ("y, a = c", False),
        ("return a", False),
        ("del a", False),
    ],
)
def test_a_statement_is_removed_if_its_names_stay_defined(line: str, goes: bool) -> None:
    assert (f"pass instead of {line}" in changed(line)) is goes


def test_a_second_assignment_is_removed_and_an_attribute_of_init_is_kept() -> None:
    source = "class A:\n    def __init__(self):\n        self.a = y = f()\n        y = g()\n"
    assert [mutant.line for mutant in mutants(source)] == [4]


def test_conditions_are_forced() -> None:
    assert changed("if a: pass") == {"if a or True:", "if a and False:"}
    assert {"if a or b or True:", "if (a or b) and False:"} <= changed("if a or b: pass")
    assert changed("while a: pass") == {"while a and False:"}
    assert changed("y = a if b else c") == {"y = a", "y = c"}
    assert changed("y = [v for v in x if v]") == {"y = [v for v in x if v or True]"}


def test_bounds_of_slices_move_by_one() -> None:
    assert changed("y = x[n:]") == {"y = x[n - 1:]", "y = x[n + 1:]"}
    assert changed("y = x[:1]") == {"y = x[:0]", "y = x[:2]"}
    assert "y = x[:n - 1 + 1]" not in changed("y = x[:n - 1]")


def test_defaults_are_changed() -> None:
    found = mutants("def f(x, axis=-1, *, scaled=False): ...\n")
    assert [mutant.after for mutant in found] == [
        "def f(x, axis=-2, *, scaled=False):",
        "def f(x, axis=0, *, scaled=False):",
        "def f(x, axis=-1, *, scaled=True):",
    ]


@pytest.mark.parametrize(
    "source",
    [
        '"""1 + 1"""\n',
        'def f():\n    """1 + 1"""\n',
        "def f(x: A[1]) -> A[2]: ...\n",
        "x: A[1 + 1]\n",
        "def f(n):\n    raise ValueError('n', n + 1)\n",
        "__all__ = ['a'] + [1]\n",
        "from a import b as c\n",
        "@f(1)\ndef g(): ...\n",
        "y = x.astype('float32')\n",
        "y = f'{n + 1}'\n",
        "if __name__ == '__main__':\n    f(1)\n",
        "class A(f(1), flag=True): ...\n",
        "",
    ],
)
def test_words_types_and_decorators_are_left_alone(source: str) -> None:
    assert mutants(source) == []


def test_the_text_of_an_assertion_is_left_alone() -> None:
    assert changed("assert a, b + c") == set()


def test_a_mutant_tells_its_line_and_shows_the_change() -> None:
    source = "import numpy as np\n\n\ndef f(a, b):\n    # Why.\n    y = a + b  # (n,)\n    return y\n"
    assert mutants(source) == [
        Mutant(
            name="line 6: + → -",
            line=6,
            source=source.replace("+", "-"),
            before="y = a + b",
            after="y = a - b",
            diff=(
                "@@ -5,3 +5,3 @@",
                "     # Why.",
                "-    y = a + b  # (n,)",
                "+    y = a - b  # (n,)",
                "     return y",
            ),
        )
    ]


def test_equal_names_on_a_line_are_numbered() -> None:
    assert [mutant.name for mutant in mutants("y = f(a + b) @ (c + d)\n")][1:] == [
        "line 1: + → -",
        "line 1: + → - (2)",
    ]


def test_windows_line_ends_change_nothing() -> None:
    assert mutants(EVERYTHING.replace("\n", "\r\n")) == mutants(EVERYTHING)


@pytest.mark.parametrize(
    "source",
    [EVERYTHING, *(pytest.param(path.read_text("utf-8"), id=path.parent.name) for path in SOLUTIONS[::3])],
)
def test_all_mutants_compile_and_differ_in_the_order_of_their_lines(source: str) -> None:
    found = mutants(source)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)
        for mutant in found:
            compile(mutant.source, mutant.name, "exec")
    trees = {ast.unparse(ast.parse(text)) for text in (source, *(mutant.source for mutant in found))}
    assert len(trees) == len(found) + 1
    assert len({mutant.name for mutant in found}) == len(found)
    assert [mutant.line for mutant in found] == sorted(mutant.line for mutant in found)
    assert all(mutant.before != mutant.after and mutant.diff for mutant in found)
    assert mutants(source) == found


def test_no_change_is_lost_in_writing_it_down() -> None:
    """Each change of the tree can be written into the source, whatever stands around it."""
    found = {mutant.after for mutant in mutants(EVERYTHING)}
    assert len(found) > 60
    assert "x = x[..., n:-n, 1:] - 1" in found
    assert "x[i] = self.w.T @ x[i] * 10000 ** (-2 * i / n)" in found
    assert "x = np.mean(x, axis=(1, 2), keepdims=True)" in found


def test_a_solution_has_a_sane_number_of_mutants() -> None:
    assert SOLUTIONS
    wrong = {}
    for path in SOLUTIONS:
        source = path.read_text("utf-8")
        code = [line for line in source.splitlines() if line.strip()]
        if not len(code) // 4 < (number := len(mutants(source))) < 10 * len(code):
            wrong[path.parent.name] = number
    assert not wrong
