"""Who may import whom (DESIGN's table), who prints, and what the engine must not know."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.conftest import ROOT

PACKAGE = ROOT / "grader"
BOTTOM = {"errors", "values", "results", "text", "files"}
BASE = BOTTOM | {"checks", "processes"}
BELOW_GRADE = BASE | {"course", "compare", "diagnose", "worker", "submission"}
MAY_IMPORT: dict[str, set[str]] = {
    "errors": set(),
    "values": set(),
    "results": set(),
    "text": {"errors"},
    "files": {"errors"},
    "processes": {"errors"},
    "checks": {"errors"},
    "course": BOTTOM | {"checks"},
    "compare": BOTTOM,
    "diagnose": BOTTOM | {"compare"},
    "worker": BASE,
    "submission": BOTTOM | {"processes"},
    "grade": BELOW_GRADE,
    "gradebook": BOTTOM,
    "marks": BOTTOM | {"course", "grade", "gradebook"},
    "render": BOTTOM,
    "quiz": BASE | {"course", "gradebook"},
    "batch": BELOW_GRADE | {"grade", "gradebook", "marks", "render"},
    "student": BELOW_GRADE | {"grade", "quiz"},
    "author": BELOW_GRADE | {"grade", "quiz"},
    "api": BELOW_GRADE | {"grade", "gradebook", "marks", "batch", "quiz", "render"},
    "cli": BELOW_GRADE | {"grade", "gradebook", "marks", "batch", "quiz", "student", "author", "render", "api"},
    "jupyter": BELOW_GRADE | {"grade", "student", "render", "cli"},
    "__main__": {"cli"},
}
# Renderers take the types of the parts above them. They name these for the type checker only, and never load them.
MAY_NAME: dict[str, set[str]] = {"render": {"course", "gradebook", "marks", "quiz", "batch", "student", "author"}}
# Who parses or runs Python, and whose: what a course holds may be parsed anywhere.
PARSE_THE_COURSE = {
    "author.habits", "author.mutants", "author.prove", "author.trial",
    "course.checkfile", "course.quiz_expressions", "grade.plan", "grade.messages",
    "jupyter", "student.notebooks", "student.reproduce", "student.try_out", "worker.protocol",
}  # fmt: skip
# What a student wrote is parsed by these, in a process with limits: a child, or the helper, which is told the names of
# modules. Each with those that may import it.
PARSE_SUBMISSIONS: dict[str, set[str]] = {
    "submission.cell_code": {"submission.join"},
    "worker.child": {"worker.fresh", "worker.server"},
    "worker.device_hints": {"worker.describe_error"},
    "worker.source": {"worker.child", "worker.describe_error", "grade.messages"},  # the last for a stub
}
ONLY_IN_THE_HELPER = {"submission.join", "submission.cell_code"}
ONLY_IN_A_CHILD = {"worker.child", "worker.server"}
PARSERS = re.compile(
    r"(builtins\.)?(compile|exec|eval)|ast\.(parse|literal_eval)|(symtable|tokenize|codeop|runpy)\.\w+"
)
WORKER_DOORS = {"grader.worker", "grader.worker.start"}
MAY_PRINT = {"cli", "worker.library_shims"}  # the latter speaks in the child, where prints are the submission's
CONTENT = sorted(
    path
    for top in (ROOT / "exercises", ROOT / "solutions", PACKAGE / "author" / "template")
    for path in top.rglob("*.py")
    if not path.name.startswith(".")
)


@cache
def modules() -> dict[str, Path]:
    """Every module of the engine; the template of `author new` is content."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        inner = path.relative_to(ROOT)
        if inner.parts[:3] != ("grader", "author", "template"):
            found[".".join(inner.with_suffix("").parts).removesuffix(".__init__")] = path
    return found


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def part_of(module: str) -> str:
    """The module `grader.worker.wire` belongs to `worker`, the package itself to nothing."""
    return module.split(".")[1] if "." in module else ""


def imports(node: ast.AST, types: bool) -> Iterator[str]:
    """What a module imports at any depth, with or without what only the type checker reads."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        assert node.level == 0, "imports are written out"
        whole = node.module or ""
        known = [f"{whole}.{alias.name}" for alias in node.names if f"{whole}.{alias.name}" in modules()]
        yield from known
        if len(known) < len(node.names):
            yield whole
    elif isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING" and not types:
        return
    else:
        for child in ast.iter_child_nodes(node):
            yield from imports(child, types)


def own_imports(module: str, types: bool = True) -> set[str]:
    return {name for name in imports(tree(modules()[module]), types) if name.split(".")[0] == "grader"}


def strings(node: ast.AST) -> Iterator[tuple[int, str]]:
    """Texts of a module, without its docstrings. Names do not count: `encoder` is an everyday word."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    line = getattr(node, "lineno", 0)
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield line, node.value
    for child in ast.iter_child_nodes(node):
        yield from strings(child)


def test_every_part_of_the_engine_is_in_the_table() -> None:
    assert {part_of(module) for module in modules()} - {""} == set(MAY_IMPORT)


@pytest.mark.parametrize("part", MAY_IMPORT)
def test_a_part_imports_only_what_the_table_allows(part: str) -> None:
    mine = [module for module in modules() if part_of(module) == part]
    assert mine
    for module in mine:
        loaded = {part_of(name) for name in own_imports(module, types=False)} - {part, ""}
        assert loaded <= MAY_IMPORT[part], f"{module} imports {sorted(loaded - MAY_IMPORT[part])}"
        named = {part_of(name) for name in own_imports(module)} - {part, ""}
        allowed = MAY_IMPORT[part] | MAY_NAME.get(part, set())
        assert named <= allowed, f"{module} names types of {sorted(named - allowed)}"


def test_a_module_with_one_importer_has_a_reason_in_the_map() -> None:
    importers = Counter(name for module in modules() for name in own_imports(module) - {module})
    alone = {
        str(path.relative_to(PACKAGE))
        for module, path in modules().items()
        if importers[module] == 1 and path.name != "__init__.py"
    }
    section = (ROOT / "docs/architecture.md").read_text("utf-8").partition("## Modules with one importer")[2]
    assert alone == set(re.findall(r"`([\w/]+\.py)`", section.rpartition("|")[0].partition("|---")[2]))


def test_the_command_line_uses_workers_only_through_their_doors() -> None:
    for module in modules():
        if part_of(module) == "cli":
            inside = {name for name in own_imports(module) if part_of(name) == "worker"}
            assert inside <= WORKER_DOORS, module


def test_no_module_imports_itself_through_others() -> None:
    edges = {module: own_imports(module, types=False) - {module} for module in modules()}
    assert sum(map(len, edges.values())) > 50
    while True:
        free = [module for module, wanted in edges.items() if not wanted & edges.keys()]
        if not free:
            break
        for module in free:
            del edges[module]
    assert not edges, f"these import one another: {sorted(edges)}"


def test_content_imports_only_checks_of_the_engine() -> None:
    assert len(CONTENT) > 1000
    wrong = {
        str(path.relative_to(ROOT)): sorted(wanted)
        for path in CONTENT
        if (wanted := {name for name in imports(tree(path), types=True) if name.split(".")[0] == "grader"})
        - {"grader.checks"}
    }
    assert not wrong, f"these import more of the engine than grader.checks: {wrong}"


def test_every_class_of_the_engine_has_a_name_of_its_own() -> None:
    homes: dict[str, set[str]] = {}
    for name, path in modules().items():
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.ClassDef):
                homes.setdefault(node.name.lstrip("_"), set()).add(name)
    assert len(homes) > 200
    assert {name: found for name, found in homes.items() if len(found) > 1} == {}


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def names_touched(node: ast.AST) -> Iterator[str]:
    """Names that a test imports, reaches through a dot, or gives to `setattr` and the like as a text."""
    if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "grader":
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.Attribute):
        yield node.attr
    elif isinstance(node, ast.Call) and re.search(r"(set|get|del|has)attr$", ast.unparse(node.func)):
        texts = [word.value for word in node.args if isinstance(word, ast.Constant) and isinstance(word.value, str)]
        yield from (text.rpartition(".")[2] for text in texts)


def names_defined(path: Path) -> set[str]:
    """Functions, classes, variables and attributes that a file makes."""
    found = set()
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and ast.unparse(node.value) == "self":
            found.add(node.attr)
    return found


def test_tests_touch_no_private_name_of_the_engine() -> None:
    """Hostile programs may: they do what a student might."""
    private = {name for path in modules().values() for name in names_defined(path) if is_private(name)}
    assert len(private) > 500
    private -= {"_replace"}  # the public method of a named tuple
    found = {}
    for path in sorted((ROOT / "tests").rglob("*.py")):
        if not {"programs", "corpus"} & {*path.parts}:
            touched = {name for node in ast.walk(tree(path)) for name in names_touched(node)}
            if inside := touched & private - names_defined(path):
                found[path.relative_to(ROOT).as_posix()] = inside
    assert found == {}


def test_the_engine_names_no_exercise() -> None:
    """Only the examples in the help of commands, which are docstrings, may."""
    slugs = [path.name.partition("_")[2] for path in (ROOT / "exercises").glob("*_*/*_*") if path.is_dir()]
    assert len(slugs) >= 3
    pattern = re.compile(rf"\b({'|'.join(slugs)})\b")
    named = [
        f"{module}:{line}: {text}"
        for module, path in modules().items()
        if "accelerator" not in module  # it names operators of torch, some of which are exercises, too
        for line, text in strings(tree(path))
        if pattern.search(text)
    ]
    assert not named


def test_only_the_command_line_prints() -> None:
    speaks = re.compile(r"(print|click\.echo|click\.secho|sys\.std(out|err)\.write(lines)?)")
    found = {
        "worker.library_shims" if module.endswith("worker.library_shims") else part_of(module)
        for module, path in modules().items()
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Call) and speaks.fullmatch(ast.unparse(node.func))
    }
    assert found == MAY_PRINT


def calls(module: str) -> Iterator[str]:
    for node in ast.walk(tree(modules()[module])):
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func)
        elif isinstance(node, ast.ImportFrom):  # then it may be called by any name
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_what_a_student_wrote_is_parsed_only_by_modules_of_children_and_of_the_helper() -> None:
    parse = {module.removeprefix("grader.") for module in modules() if any(map(PARSERS.fullmatch, calls(module)))}
    assert parse == PARSE_THE_COURSE | PARSE_SUBMISSIONS.keys()
    edges = {module: own_imports(module, types=False) for module in modules()}

    def importers(name: str) -> set[str]:
        return {module.removeprefix("grader.") for module, wanted in edges.items() if f"grader.{name}" in wanted}

    assert {name: importers(name) for name in PARSE_SUBMISSIONS} == PARSE_SUBMISSIONS
    for name in ONLY_IN_THE_HELPER:
        assert importers(name) <= ONLY_IN_THE_HELPER, "the grader only tells the helper its name"
    for name in ONLY_IN_A_CHILD:
        assert importers(name) <= {*ONLY_IN_A_CHILD, "worker.fresh"}


def test_what_authors_import_loads_nothing_else_of_the_engine_and_nothing_heavy() -> None:
    code = "import json, sys, grader.checks; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = json.loads(done.stdout)
    assert [name for name in loaded if name.split(".")[0] == "grader"] == ["grader", "grader.checks"]
    assert not {"numpy", "torch", "yaml", "click", "msgspec"} & set(loaded)


def test_the_library_is_loaded_on_first_use() -> None:
    code = """
import sys, grader
assert [name for name in sys.modules if name.startswith("grader.")] == []
for name in grader.__all__:
    assert getattr(grader, name).__name__ == name
try:
    grader.nothing
except AttributeError as problem:
    print(problem)
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "module 'grader' has no attribute 'nothing'\n"
