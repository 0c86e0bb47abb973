"""What is installed: wheel and source distribution hold the engine and the student edition, and no solution."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from grader.course import Course, load_course
from tests.conftest import ROOT, GraderCommand, Run
from tests.test_release import secret_lines

SOME = ("one_hot", "softmax", "masking")
QUIZ = "01_transformer_basics.yaml"  # a graded one
KEPT = ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "CHANGELOG.md", "constraints.txt", "course.yaml")
SMALL = 8  # nodes of a syntax tree: functions below say nothing, such as `return x`


def shell(*arguments: object, cwd: Path, **environment: str) -> Run:
    done = subprocess.run(
        [str(argument) for argument in arguments],
        cwd=cwd,
        env={**os.environ, "NO_COLOR": "1", **environment},
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=900,
        check=False,
    )
    return Run(done.returncode, done.stdout, done.stderr)


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """This repository with a few of its exercises."""
    path = tmp_path_factory.mktemp("checkout") / "project"
    shutil.copytree(ROOT / "grader", path / "grader", ignore=shutil.ignore_patterns("__pycache__"))
    for name in KEPT:
        shutil.copy(ROOT / name, path)
    for exercise in map(load_course(ROOT).find, SOME):
        for folder in (exercise.path, exercise.solution_path):
            shutil.copytree(folder, path / folder.relative_to(ROOT))
    (path / "quizzes").mkdir()
    shutil.copy(ROOT / "quizzes" / QUIZ, path / "quizzes")
    return path


@pytest.fixture(scope="module")
def built(checkout: Path) -> Path:
    """A folder with both distributions of it."""
    early = shell(sys.executable, "-m", "hatchling", "build", cwd=checkout)
    assert early.code != 0
    assert "run 'make wheel' instead" in early.err
    assert "Traceback" not in early.err
    for command in (["hatch_build.py"], ["-m", "hatchling", "build"]):
        done = shell(sys.executable, *command, cwd=checkout)
        assert done.code == 0, done.err
    return checkout / "dist"


def contents(archive: Path) -> dict[str, bytes]:
    """The files of a wheel or a source distribution, by their paths in it."""
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as wheel:
            return {name: wheel.read(name) for name in wheel.namelist()}
    with tarfile.open(archive) as source:
        files = [member for member in source.getmembers() if member.isfile()]
        return {m.name.partition("/")[2]: found.read() for m in files if (found := source.extractfile(m))}


@pytest.fixture(scope="module", params=["*.whl", "*.tar.gz"])
def files(request: pytest.FixtureRequest, built: Path) -> dict[str, bytes]:
    return contents(next(built.glob(request.param)))


def test_an_edition_comes_with_the_engine(files: dict[str, bytes]) -> None:
    assert {"grader/cli/run.py", "grader/bundled/course.yaml", f"grader/bundled/quizzes/{QUIZ}"} <= files.keys()
    assert sum(name.endswith("outcomes.bin") for name in files) == len(SOME)


def test_no_file_of_a_solution_is_in_it(files: dict[str, bytes]) -> None:
    inside = [name for name in files if "solutions" in name.split("/") or name.startswith(("exercises", "quizzes"))]
    assert inside == []


def test_no_part_of_a_solution_is_in_the_wheel(built: Path, checkout: Path) -> None:
    files = contents(next(built.glob("*.whl")))
    key = (checkout / "quizzes" / QUIZ).read_bytes()
    assert b"correct: true" in key
    assert b"correct:" not in files[f"grader/bundled/quizzes/{QUIZ}"]
    assert_no_secrets(files, load_course(checkout))


def assert_no_secrets(files: dict[str, bytes], course: Course) -> None:
    """No line of a solution is in the files of its exercise; no function of any has the body of a solution's."""
    looked_for = 0
    for exercise in course.exercises:
        own = b"\n".join(content for name, content in files.items() if exercise.path.name in name)
        assert own
        for line in (*secret_lines(exercise), *(f"def {spec.id}(" for spec in exercise.hidden_checks)):
            looked_for += 1
            assert line.encode() not in own, line
    assert looked_for > 20
    secret = {}
    for exercise in course.exercises:
        hidden = {spec.id for spec in exercise.hidden_checks}  # their helpers may be those of public checks
        kept = [*bodies(exercise.solution_source)]
        kept += [(name, body) for name, body in bodies(exercise.hidden_source or "") if name in hidden]
        given = {body for path in exercise.path.glob("*.py") for _, body in bodies(path.read_text(encoding="utf-8"))}
        secret |= {body: f"{exercise.slug}: {name}" for name, body in kept if body not in given}
    assert len(secret) > 10
    sources = {name: content.decode() for name, content in files.items() if name.endswith(".py")}
    shown = [(name, body) for name, source in sources.items() for _, body in bodies(source)]
    assert len(shown) > 1000
    assert [(name, secret[body]) for name, body in shown if body in secret] == []


def bodies(source: str) -> Iterator[tuple[str, str]]:
    """Functions, and their bodies with all names normalised, without docstrings and annotations."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.FunctionDef):
            continue
        body = node.body[1:] if ast.get_docstring(node) is not None else node.body
        names: dict[str, str] = {}
        for inner in (inner for statement in body for inner in ast.walk(statement)):
            match inner:
                case ast.Name(id=name):
                    inner.id = names.setdefault(name, f"name{len(names)}")
                case ast.arg(arg=name):
                    inner.arg, inner.annotation = names.setdefault(name, f"name{len(names)}"), None
                case ast.FunctionDef():
                    inner.name, inner.returns = "function", None
        if sum(1 for statement in body for _ in ast.walk(statement)) > SMALL:
            yield node.name, "\n".join(map(ast.dump, body))


def test_a_wheel_made_from_the_source_distribution_is_the_same(built: Path, tmp_path: Path) -> None:
    shutil.unpack_archive(next(built.glob("*.tar.gz")), tmp_path)
    folder = next(tmp_path.iterdir())
    done = shell(sys.executable, "-m", "hatchling", "build", "-t", "wheel", cwd=folder)
    assert done.code == 0, done.err
    again, first = contents(next((folder / "dist").glob("*.whl"))), contents(next(built.glob("*.whl")))
    assert again.keys() == first.keys()
    assert [name for name, content in first.items() if again[name] != content and not name.endswith("RECORD")] == []


def test_an_edition_of_another_version_is_not_included(built: Path, checkout: Path) -> None:
    changed = checkout / "exercises/2_attention/03_softmax/checks.py"
    before = changed.read_text()
    changed.write_text(f"{before}\n")
    late = shell(sys.executable, "-m", "hatchling", "build", "-d", built / "late", cwd=checkout)
    changed.write_text(before)
    assert late.code != 0
    assert not list(built.glob("late/*"))


# Where torch is not installed


def test_what_needs_torch_is_said_with_the_command_and_the_rest_goes_on(grader: GraderCommand, tmp_path: Path) -> None:
    hidden = "import importlib.util as u\nfind = u.find_spec\n"
    hidden += "u.find_spec = lambda name, *more: None if name == 'torch' else find(name, *more)\n"
    (tmp_path / "sitecustomize.py").write_text(hidden)

    def without_torch(*arguments: object) -> Run:
        return grader(*arguments, cwd=tmp_path / "work", env={"PYTHONPATH": str(tmp_path)})

    assert grader("init", "work", "--course", ROOT).code == 0
    for part, name in (("2_attention/03", "softmax"), ("2_attention/07", "multi_head")):
        solution = ROOT / "solutions" / f"{part}_{name}" / "solution.py"
        shutil.copy(solution, tmp_path / "work" / f"{part}_{name}" / f"{name}.py")
    needs = 'multi_head needs PyTorch, which is not installed here: pip install "attention-grader[torch]"\n'
    one = without_torch("check", "multi_head")
    assert (one.code, one.out, one.err) == (2, "", f"grader: {needs}")
    every = without_torch("check", "--all", "--json")
    assert (every.code, every.err) == (2, f"grader: {needs}")
    assert [result["exercise"] for result in every.json["results"]] == ["softmax"]
    packed = without_torch("submit", "--json")
    assert (packed.code, packed.err) == (0, f"grader: packed without a check: {needs}")
    standing = packed.json["manifest"]["exercises"]
    assert (standing["softmax"]["passed"], standing["multi_head"]["checked"]) == (True, None)
    with zipfile.ZipFile(tmp_path / "work/submission.zip") as archive:
        assert "multi_head.py" in archive.namelist()
    (tmp_path / "class/ada").mkdir(parents=True)
    shutil.copy(tmp_path / "work/2_attention/07_multi_head/multi_head.py", tmp_path / "class/ada")
    batch = without_torch("batch", tmp_path / "class", "--out", tmp_path / "graded", "--course", ROOT)
    assert (batch.code, batch.err) == (2, f"grader: {needs}")


# Installed, in an environment with nothing else

HOSTILE = (
    "forge/exits_cleanly", "forge/patches_numpy", "forge/prints_a_pass", "hurt_grader/floods_stdout",
    "hurt_machine/loops_at_import", "hurt_machine/segfault", "steal/secret_file_by_path", "steal/solution_by_walking",
)  # fmt: skip
MOST_MB = 150
SECRET = "the answer is 42"
Installed = Callable[..., Run]


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the whole wheel and what it requires."""
    made = shell(sys.executable, "hatch_build.py", cwd=ROOT)
    assert made.code == 0, made.err
    path = tmp_path_factory.mktemp("environment")
    assert shell(sys.executable, "-m", "hatchling", "build", "-d", path / "dist", cwd=ROOT).code == 0
    assert shell(sys.executable, "-m", "venv", path / "venv", cwd=path).code == 0
    wheel = next((path / "dist").glob("*.whl"))
    done = shell(path / "venv/bin/pip", "install", "-q", "-c", ROOT / "constraints.txt", wheel, cwd=path)
    assert done.code == 0, done.err
    return path


@pytest.fixture
def installed(environment: Path, tmp_path: Path) -> Installed:
    """Runs the installed command in an empty folder."""

    def run(*arguments: object, cwd: Path | None = None) -> Run:
        home = tmp_path.with_name(f"{tmp_path.name}-home")
        return shell(environment / "venv/bin/grader", *arguments, cwd=cwd or tmp_path, HOME=str(home), PYTHONPATH="")

    return run


@pytest.mark.all
def test_the_whole_wheel_holds_no_solution(environment: Path) -> None:
    for archive in (environment / "dist").iterdir():
        assert_no_secrets(contents(archive), load_course(ROOT))


@pytest.mark.all
def test_the_base_install_is_small_and_has_no_torch(environment: Path) -> None:
    packages = next((environment / "venv/lib").glob("*/site-packages"))
    tools = ("pip", "setuptools", "pkg_resources", "_distutils_hack")  # what venv puts there
    found = [path for top in packages.iterdir() if top.name.partition("-")[0] not in tools for path in top.rglob("*")]
    assert 10 < sum(path.stat().st_size for path in found if path.is_file()) >> 20 < MOST_MB
    assert not {"torch", "distributed", "pytest", "mypy", "ruff"} & {path.name for path in packages.iterdir()}


@pytest.mark.all
def test_a_student_can_work_from_an_empty_folder(installed: Installed, tmp_path: Path) -> None:
    assert "softmax" in installed("list").out
    assert "Softmax" in installed("show", "softmax").out
    assert installed("init", "work").code == 0
    work = tmp_path / "work"
    stub = work / "2_attention/03_softmax/softmax.py"
    assert installed("check", "softmax", cwd=work).code == 1  # the stub
    shutil.copy(ROOT / "solutions/2_attention/03_softmax/solution.py", stub)
    right = installed("check", "softmax", cwd=work)
    assert (right.code, right.err) == (0, "")
    watched = installed("watch", "softmax", cwd=work)
    assert watched.code == 0
    assert "passed" in watched.out.lower()
    assert installed("quiz", "take", "before_attention", "--plain", cwd=work).code in (0, 130)
    assert installed("submit", cwd=work).code == 0
    assert (work / "submission.zip").is_file()
    assert "this edition contains no solutions" in installed("solution", "softmax", cwd=work).err


@pytest.mark.all
def test_an_exercise_that_needs_torch_says_so_with_the_command(installed: Installed, tmp_path: Path) -> None:
    shutil.copy(ROOT / "solutions/2_attention/07_multi_head/solution.py", tmp_path / "multi_head.py")
    run = installed("check", "multi_head")
    assert (run.code, run.out) == (2, "")
    needs = 'multi_head needs PyTorch, which is not installed here: pip install "attention-grader[torch]"'
    assert run.err == f"grader: {needs}\n"


@pytest.mark.all
def test_nothing_is_written_into_what_is_installed(installed: Installed, environment: Path, tmp_path: Path) -> None:
    bundled = next((environment / "venv/lib").glob("*/site-packages/grader/bundled"))
    before = sorted(bundled.rglob("*"))
    for where in (("author", "new", "exercise", "mine"), ("author", "new", "mine")):
        for course in ((), ("--course", bundled)):
            assert installed(*where, "--part", "1_basics", *course).code == 2
    assert installed("author", "new-course", bundled / "mine").code == 2
    assert sorted(bundled.rglob("*")) == before
    assert sorted(tmp_path.iterdir()) == []


@pytest.mark.all
@pytest.mark.parametrize("program", HOSTILE)
def test_hostile_programs_get_nothing_from_what_is_installed(
    installed: Installed, environment: Path, tmp_path: Path, program: str
) -> None:
    (tmp_path / "secret.txt").write_text(SECRET)
    package = next((environment / "venv/lib").glob("*/site-packages/grader"))
    target = {"secret_file": str(tmp_path / "secret.txt"), "folder": str(tmp_path), "package": str(package)}
    target |= {"pid": 1, "grader_pid": 1, "port": 9, "socket": ""}
    stub = load_course(ROOT).find("softmax").stub_source
    names = [node.name for node in ast.parse(stub).body if isinstance(node, ast.FunctionDef)]
    calls = "".join(f"\n\ndef {name}(*_, **__):\n    return attack({target!r})\n" for name in names)
    source = (ROOT / "tests/hostile/programs" / f"{program}.py").read_text(encoding="utf-8")
    (tmp_path / "softmax.py").write_text(source + calls, encoding="utf-8")
    run = installed("check", "softmax", "--json")
    assert run.code == 1, run.err
    assert SECRET not in run.out
    earned = [check["id"] for check in run.json["checks"] if check["score"] and not check["id"].startswith("inputs")]
    assert earned == []
