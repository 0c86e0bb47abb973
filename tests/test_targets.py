"""`grader release --for`: each target is used as its service would use it."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from grader.course import load_course
from grader.course.assignments import read_assignments
from grader.course.policy import Late
from tests.conftest import COMMAND, RIGHT, ROOT, TRIPLE, GraderCommand, MiniCourse, Run
from tests.helpers import notebook

SQUARED = RIGHT.replace("np.add(x, x)", "np.multiply(x, x)")
LOOP = RIGHT.replace("return np.add(x, x)", "while True: pass")

WHEN = {"enum": ["hidden", "after_due_date", "after_published", "visible"]}
FORMAT = {"enum": ["text", "html", "simple_format", "md", "ansi"]}
TEST = {
    "type": "object",
    "additionalProperties": False,
    "required": ["name", "score", "max_score", "status"],
    "properties": {
        "score": {"type": "number", "minimum": 0},
        "max_score": {"type": "number", "minimum": 0},
        "status": {"enum": ["passed", "failed"]},
        "name": {"type": "string", "minLength": 1},
        "name_format": FORMAT,
        "number": {"type": "string"},
        "output": {"type": "string"},
        "output_format": FORMAT,
        "tags": {"type": "array", "items": {"type": "string"}},
        "visibility": WHEN,
        "extra_data": {"type": "object"},
    },
}
RESULTS = {  # Gradescope's documentation of autograders, as a schema
    "type": "object",
    "additionalProperties": False,
    "required": ["score", "tests"],
    "properties": {
        "score": {"type": "number", "minimum": 0},
        "execution_time": {"type": "number", "minimum": 0},
        "output": {"type": "string"},
        "output_format": FORMAT,
        "test_output_format": FORMAT,
        "test_name_format": FORMAT,
        "visibility": WHEN,
        "stdout_visibility": WHEN,
        "extra_data": {"type": "object"},
        "tests": {"type": "array", "minItems": 1, "items": TEST},
        "leaderboard": {"type": "array"},
    },
}


@pytest.fixture
def three(mini: MiniCourse) -> MiniCourse:
    """`double` with a hidden check, `triple` which needs it, a graded quiz, and little patience with loops."""
    mini.add_triple()
    path = mini.path / "exercises/1_basics/02_triple/exercise.yaml"
    path.write_text(path.read_text().replace("needs: []", "needs: [double]").replace("title: Double", "title: Triple"))
    mini.write("course.yaml", "title: A small course\nseed: 7\nlimits: {seconds: 0.3}\n")
    question = "{id: twice, type: numeric, prompt: What is twice two?, answer: 4, explanation: Two and two.}"
    mini.write("quizzes/01_numbers.yaml", f"title: Numbers\nkind: graded\nquestions:\n  - {question}\n")
    return mini


def bash(*command: object, cwd: Path, **environment: str) -> Run:
    done = subprocess.run(
        ["bash", *map(str, command)],
        cwd=cwd,
        env={**os.environ, "NO_COLOR": "1", **environment},
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=900,
        check=False,
    )
    return Run(done.returncode, done.stdout, done.stderr)


# Gradescope


class Autograder:
    """An autograder in a folder laid out as in Gradescope's container."""

    def __init__(self, archive: Path, root: Path) -> None:
        self.root, self.results = root, root / "results" / "results.json"
        for name in ("source", "submission", "results"):
            (root / name).mkdir(parents=True)
        with zipfile.ZipFile(archive) as packed:
            for entry in packed.infolist():
                path = Path(packed.extract(entry, root / "source"))
                path.chmod(entry.external_attr >> 16 & 0o777)
        shutil.copy2(root / "source" / "run_autograder", root)

    def set_up(self, python: Path | str) -> Run:
        return bash(self.root / "source/setup.sh", cwd=self.root, AUTOGRADER_ROOT=str(self.root), PYTHON=str(python))

    def run(self, **files: str | bytes) -> Run:
        """Run it on a submission of these files; `double_py` is double.py."""
        shutil.rmtree(self.root / "submission")
        (self.root / "submission").mkdir()
        for name, content in files.items():
            data = content.encode() if isinstance(content, str) else content
            (self.root / "submission" / name.replace("_", ".")).write_bytes(data)
        done = subprocess.run(
            [self.root / "run_autograder"],
            cwd=self.root,
            env={**os.environ, "AUTOGRADER_ROOT": str(self.root)},
            capture_output=True,
            text=True,
            check=False,
        )
        return Run(done.returncode, done.stdout, done.stderr)

    def graded(self, **files: str | bytes) -> dict[str, Any]:
        done = self.run(**files)
        assert done.code == 0, done.err
        found: dict[str, Any] = json.loads(self.results.read_text(encoding="utf-8"))
        jsonschema.validate(found, RESULTS)
        return found


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """A Python whose environments have this grader already, where `pip` notes what it was asked for."""
    log = tmp_path / "pip.log"
    path = tmp_path / "python"
    path.write_text(f"""#!/usr/bin/env bash
if [ "$1 $2" != "-m venv" ]; then exec "{sys.executable}" "$@"; fi
mkdir -p "$3/bin"
ln -s "{COMMAND}" "$3/bin/grader"
printf '#!/usr/bin/env bash\\necho "$@" >> "{log}"\\n' > "$3/bin/python"
chmod +x "$3/bin/python"
""")
    path.chmod(0o755)
    return path


@pytest.fixture
def autograder(grader: GraderCommand, three: MiniCourse, tmp_path: Path, installed: Path) -> Autograder:
    """One that has been set up."""
    made = grader("release", "auto", "--for", "gradescope", "--course", three.path)
    assert made.code == 0, made.err
    found = Autograder(tmp_path / "auto.zip", tmp_path / "autograder")
    built = found.set_up(installed)
    assert built.code == 0, built.err
    assert "9 / 9" in built.out  # the reference
    assert (tmp_path / "pip.log").read_text().endswith("-py3-none-any.whl\n")
    return found


def test_an_autograder_shows_public_checks_and_no_total_yet_and_leaves_no_result_where_it_fails(
    autograder: Autograder,
) -> None:
    both = autograder.graded(double_py=SQUARED, triple_py=TRIPLE)
    assert (both["score"], both["extra_data"]["max_score"]) == (5.0, 9.0)
    assert sum(test["max_score"] for test in both["tests"]) == 9.0
    hidden = {test["name"]: test["output"] for test in both["tests"] if test["visibility"] == "after_published"}
    assert hidden == {"Double: a large case is doubled": "failed"}
    assert not re.search(r"\d", both["output"])
    assert "The value is squared." in both["tests"][0]["output"]

    (autograder.root / "source/course/solutions/1_basics/01_double/solution.py").write_text("import nothing\n")
    broken = autograder.run(double_py=RIGHT)
    assert broken.code == 3, broken.err
    assert not autograder.results.exists()  # Gradescope reports then that the autograder failed, and gives no score
    script = autograder.root / "run_autograder"
    script.write_text(script.read_text().replace("isolation=L1", "isolation=L9"))
    assert "'L9'" in autograder.run(double_py=RIGHT).err  # it grades with no less than it names


def archive_of(**files: str) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, text in files.items():
            archive.writestr(f"hand-in/{name}.py", text)
    return buffer.getvalue()


@pytest.mark.all
def test_an_autograder_grades_whatever_is_submitted(autograder: Autograder, three: MiniCourse) -> None:
    right = autograder.graded(double_py=RIGHT, triple_py=TRIPLE)
    assert (right["score"], {test["status"] for test in right["tests"]}) == (9.0, {"passed"})
    assert autograder.graded(answers_zip=archive_of(double=RIGHT, triple=TRIPLE))["score"] == 9.0
    cells = notebook("# exercise: double\n" + RIGHT, "# exercise: triple\n" + TRIPLE)
    assert autograder.graded(homework_ipynb=cells)["score"] == 9.0
    stub = three.load().find("double").stub_source
    for source, words in ((stub, "nothing written yet"), ("def double(x:\n", "line 1"), (LOOP, "not done after 0.3 s")):
        found = autograder.graded(double_py=source, triple_py=TRIPLE)
        assert 4.0 <= found["score"] <= 5.0
        assert words in "\n".join(test["output"] for test in found["tests"])
    nothing = autograder.graded()
    assert (nothing["score"], {test["status"] for test in nothing["tests"]}) == (0.0, {"failed"})
    assert "there are no files in it" in nothing["output"]
    other = autograder.graded(essay_txt="No code.")
    assert (other["score"], other["output"].count("essay.txt is not code")) == (0.0, 1)


@pytest.mark.all
def test_an_autograder_installs_itself(grader: GraderCommand, three: MiniCourse, tmp_path: Path) -> None:
    """With the real pip, in an environment that has nothing else."""
    assert grader("release", "auto", "--for", "gradescope", "--course", three.path).code == 0
    autograder = Autograder(tmp_path / "auto.zip", tmp_path / "autograder")
    built = autograder.set_up(sys.executable)
    assert built.code == 0, built.err
    assert autograder.graded(double_py=RIGHT, triple_py=TRIPLE)["score"] == 9.0


def test_an_autograder_holds_what_counts_and_leaves_lateness_to_gradescope(
    grader: GraderCommand, three: MiniCourse, tmp_path: Path
) -> None:
    late = "late: {due: 2026-03-01 23:59 +01:00, penalty: 10}"
    policy = f"policy: {{weights: {{double: 2, triple: 1, numbers: 5}}, drop: {{1_basics: 1}}, round: 1, {late}}}"
    three.write("course.yaml", f"title: A small course\nseed: 7\n{policy}\n")
    hw1 = "{title: First, exercises: [triple, numbers], points: 50, due: 2026-10-01 23:59 +02:00}"
    people = "people: {s1: {late_days: 2}}\ngroups: {hw1: [[s1, s2]]}"
    three.write("assignments.yaml", f"assignments:\n  hw1: {hw1}\n  hw2: {{exercises: [double]}}\n{people}\n")
    made = grader("release", "auto.zip", "--for", "gradescope", "--assignment", "hw1", "--course", three.path)
    assert (made.code, made.out) == (
        0, "1 exercise in auto.zip. Upload this file in Gradescope, under 'Configure Autograder'. "
        "It contains the solutions.\n",
    )  # fmt: skip
    assert made.err == "grader: not in it, as an autograder grades exercises only: numbers\n"
    again = grader("release", "b/auto.zip", "--for", "gradescope", "--assignment", "hw1", "--course", three.path)
    assert again.code == 0
    assert (tmp_path / "auto.zip").read_bytes() == (tmp_path / "b/auto.zip").read_bytes()
    with zipfile.ZipFile(tmp_path / "auto.zip") as archive:
        archive.extractall(tmp_path / "auto")
        assert archive.getinfo("setup.sh").external_attr >> 16 == 0o100755
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    course = load_course(tmp_path / "auto/course")
    assert (course.slugs, course.validate()) == (("triple",), [])
    declared = read_assignments(course)
    assert [*declared.every] == ["hw1"]
    assert (declared.people, declared.every["hw1"].due, declared.every["hw1"].groups) == ({}, None, ())
    rules = declared.every["hw1"].policy
    assert (rules.maximum, rules.weights, rules.digits, rules.drop) == (50.0, {"triple": 1.0}, 1, {})
    assert rules.late == Late()
    same = grader("release", "auto.zip", "--for", "gradescope", "triple", "--course", three.path)
    assert same.code == 0  # an earlier one may be replaced, anything else not
    assert grader("release", "auto.zip", "--course", three.path).code == 2


# GitHub


def test_a_classroom_repository_checks_itself(grader: GraderCommand, three: MiniCourse, tmp_path: Path) -> None:
    """The steps of its workflow run as they are written, but for what is on GitHub only and the installation."""
    assert grader("release", "hw", "--for", "github", "--course", three.path).code == 0
    shutil.rmtree(three.path)
    hw = tmp_path / "hw"
    assert not [path for path in hw.rglob("*") if path.name in ("solutions", "solution.py", "hidden_checks.py")]
    workflow = yaml.safe_load((hw / ".github/workflows/classroom.yml").read_text())
    assert set(workflow) == {"name", "on", "permissions", "jobs"}
    (job,) = workflow["jobs"].values()
    assert all(("uses" in step) != ("run" in step) for step in job["steps"])
    install, check = [step for step in job["steps"] if "run" in step]
    assert install["run"] == "python -m pip install -r requirements.txt"
    assert re.fullmatch(r"attention-grader==[\d.]+\n", (hw / "requirements.txt").read_text())

    def push() -> Run:
        path = f"{Path(COMMAND).parent}:{os.environ['PATH']}"
        return bash("-e", "-c", check["run"], cwd=hw / check["working-directory"], GITHUB_ACTIONS="true", PATH=path)

    untouched = push()
    assert (untouched.code, untouched.err) == (1, "")
    assert "::notice title=Autograding complete::Points 0/8\n" in untouched.out
    (hw / "work/1_basics/01_double/double.py").write_text(RIGHT)
    half = push()
    assert half.code == 1
    assert half.out.endswith('::notice title=Autograding report::{"totalPoints": 4.0, "maxPoints": 8.0}\nPoints 4/8\n')
    (hw / "work/1_basics/02_triple/triple.py").write_text(TRIPLE)
    done = push()
    assert (done.code, done.out.endswith("Points 8/8\n")) == (0, True)
    judge = "from grader.checks import judge\n\n\n@judge('triples')\ndef fails(value, reference):\n    return 1 / 0\n"
    (hw / "exercises/1_basics/02_triple/judges.py").write_text(judge)
    broken = push()
    assert (broken.code, "Points" in broken.out) == (3, False)  # no points where the grader failed


def test_a_devcontainer_installs_what_the_edition_needs(
    grader: GraderCommand, three: MiniCourse, tmp_path: Path
) -> None:
    assert grader("release", "hw", "--for", "github", "--notebook", "double", "--course", three.path).code == 0
    made = json.loads((tmp_path / "hw/.devcontainer/devcontainer.json").read_text())
    assert made["postCreateCommand"].split()[-1] in {path.name for path in (tmp_path / "hw").iterdir()}
    assert (made["name"], "python" in made["image"]) == ("A small course", True)
    assert (tmp_path / "hw/work/1_basics.ipynb").is_file()
    own = json.loads((ROOT / ".devcontainer/devcontainer.json").read_text())
    assert own["image"] == made["image"]
    assert own["postCreateCommand"] == "make setup"


# Colab


def test_a_notebook_alone_fetches_its_exercises(grader: GraderCommand, three: MiniCourse, tmp_path: Path) -> None:
    """As on Colab, which opens nothing but the notebook; the repository is one on this machine."""
    import nbformat
    from nbclient import NotebookClient

    made = grader("release", "hw", "--for", "colab", "--repository", "me/hw", "--course", three.path)
    assert (made.code, made.err) == (0, "")
    badge = "https://colab.research.google.com/github/me/hw/blob/main/work/1_basics.ipynb"
    assert badge in (tmp_path / "hw/README.md").read_text()
    git = ["git", "-c", "user.name=me", "-c", "user.email=me@example.com"]
    for arguments in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "hw"]):
        subprocess.run([*git, *arguments], cwd=tmp_path / "hw", check=True)
    content = nbformat.read(tmp_path / "hw/work/1_basics.ipynb", 4)
    assert badge in content.cells[0].source
    for cell in content.cells:
        cell.source = cell.source.replace("raise NotImplementedError", "return 3 * x")
    alone = tmp_path / "content"
    alone.mkdir()
    where = {"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": f"url.{tmp_path}/.insteadOf"}
    where["GIT_CONFIG_VALUE_0"] = "https://github.com/me/"
    with pytest.MonkeyPatch.context() as patch:
        for name, value in where.items():
            patch.setenv(name, value)
        NotebookClient(content, timeout=120, resources={"metadata": {"path": str(alone)}}).execute()
    shown = json.dumps([cell.get("outputs") for cell in content.cells])
    assert "4 / 4" in shown
    assert [path.name for path in alone.iterdir()] == ["exercises-of-this-notebook"]
    assert (alone / "exercises-of-this-notebook/work/.grader.json").is_file()  # the progress is kept there


@pytest.mark.all
def test_a_notebook_installs_the_grader_where_it_is_missing(
    grader: GraderCommand, three: MiniCourse, tmp_path: Path
) -> None:
    """With the real pip, which finds the program in the archive of an autograder."""
    assert grader("release", "auto", "--for", "gradescope", "--course", three.path).code == 0
    assert grader("release", "hw", "--notebook", "--course", three.path).code == 0
    shutil.unpack_archive(tmp_path / "auto.zip", tmp_path / "auto")
    python = tmp_path / "venv/bin/python"
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "venv"], check=True)
    subprocess.run([python, "-m", "pip", "install", "-q", "ipykernel", "nbclient"], check=True)
    run = (
        "import nbformat as f, nbclient as c; n = f.read('1_basics.ipynb', 4); c.NotebookClient(n).execute(); print(n)"
    )
    links = f"{tmp_path / 'auto'} {os.environ.get('PIP_FIND_LINKS', '')}"
    path = f"{python.parent}:{os.environ['PATH']}"
    done = subprocess.run(
        [python, "-c", run],
        cwd=tmp_path / "hw/work",
        env={**os.environ, "PIP_FIND_LINKS": links, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert python.with_name("grader").exists()
    assert "0 / 4" in done.stdout


# Docker


def test_an_image_has_all_that_its_instructions_name(grader: GraderCommand, three: MiniCourse, tmp_path: Path) -> None:
    made = grader("release", "image", "--for", "docker", "--course", three.path)
    assert (made.code, made.err) == (0, "")
    image = tmp_path / "image"
    dockerfile = (image / "Dockerfile").read_text().replace("\\\n", "")
    copied = re.findall(r"^COPY (\S+) ", dockerfile, re.MULTILINE)
    assert len(copied) == 2
    ignored = (image / ".dockerignore").read_text().split()
    for name in copied:
        assert (image / name).exists()
        assert any(Path(name).match(pattern.removeprefix("!")) for pattern in ignored[1:])
    assert re.search(r"^USER (?!root)", dockerfile, re.MULTILINE)
    assert f"/opt/{copied[0]}" in re.findall(r"^RUN .*pip install.*$", dockerfile, re.MULTILINE)[0]
    profile = json.loads((image / "seccomp.json").read_text())
    refused = {name for rule in profile["syscalls"] for name in rule["names"]}
    needed = {"clone", "clone3", "unshare", "setns", "mount", "umount2", "pivot_root", "prctl", "seccomp"}
    assert not refused & (needed | {"landlock_create_ruleset", "landlock_restrict_self", "pidfd_send_signal"})
    assert "seccomp=seccomp.json" in (image / "README.md").read_text()
    course = load_course(image / "course")
    assert course.validate() == []
    assert (course.slugs, course.quiz_names) == (("double", "triple"), ("numbers",))
    assert grader("release", "image", "--for", "docker", "--course", three.path).code == 0  # replaced
    (image / "notes.txt").write_text("mine")
    assert grader("release", "image", "--for", "docker", "--course", three.path).code == 2


# What students must not get


@pytest.mark.parametrize("options", [("github",), ("colab", "--repository", "me/hw")])
def test_what_students_get_holds_no_solution_hidden_check_or_key(
    grader: GraderCommand, three: MiniCourse, tmp_path: Path, options: tuple[str, ...]
) -> None:
    assert grader("release", "hw", "--for", *options, "--course", three.path).code == 0
    held = {path: path.read_bytes() for path in (tmp_path / "hw").rglob("*") if path.is_file()}
    secrets = {
        "solution": b"np.asarray(x)",
        "hidden check": b"a large case",
        "misconception": b"np.abs(x)",
        "key": b"answer: 4",
        "explanation": b"Two and two",
    }
    assert not [path for path in held if path.name.endswith(".lock")]
    complete = b"".join(path.read_bytes() for path in three.path.rglob("*") if path.is_file())
    assert all(secret in complete for secret in secrets.values())
    assert any(b"twice two" in content for content in held.values())  # the question itself
    assert not [(name, path) for name, secret in secrets.items() for path, text in held.items() if secret in text]


# What cannot be made


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--for", "gradescope", "--notebook"), "--notebook makes notebooks for students; leave it out"),
        (("--for", "gradescope", "numbers"), "'numbers' is a quiz, and an autograder grades exercises only"),
        (("--for", "gradescope", "trible"), "'trible' is not an exercise, quiz or part; did you mean 'triple'?"),
        (("--for", "docker", "double"), "an image holds the whole course; name what to grade when you run"),
        (("--for", "colab"), "name the repository on GitHub that you will publish this in: --repository OWNER/NAME"),
        (("--for", "colab", "--repository", "hw"), "'hw' is not a repository on GitHub; write OWNER/NAME"),
        (("--for", "github", "--repository", "me/hw"), "leave it out, or add --for colab"),
    ],
)
def test_what_does_not_go_together_is_refused(
    grader: GraderCommand, three: MiniCourse, tmp_path: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    run = grader("release", "hw", *arguments, "--course", three.path)
    assert (run.code, run.out) == (2, "")
    assert sentence in run.err
    assert run.err.count("\n") == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mini"]


def test_what_grades_is_not_made_from_an_edition(grader: GraderCommand, three: MiniCourse, tmp_path: Path) -> None:
    assert grader("release", "edition", "--course", three.path).code == 0
    for target in ("gradescope", "docker"):
        run = grader("release", "hw", "--for", target, "--course", tmp_path / "edition")
        assert (run.code, run.err) == (
            2,
            "grader: double has no solution here; make the edition from the full course\n",
        )
