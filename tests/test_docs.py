"""Documents that cannot rot: what they name exists, what they show runs."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
from pathlib import Path

import click

from grader.cli.run import grader as group
from grader.results import CheckResult, ExerciseResult, Outcome
from tests.conftest import COMMAND, ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
DOCS = {path.stem: path.read_text(encoding="utf-8") for path in sorted((ROOT / "docs").glob("*.md"))}
EVERYTHING = "\n".join((README, CONTRIBUTING, *DOCS.values()))


def commands(parent: click.Group = group, path: str = "grader") -> list[str]:
    found = []
    context = click.Context(parent)
    for name in parent.list_commands(context):
        command = parent.get_command(context, name)
        assert command is not None
        found += commands(command, f"{path} {name}") if isinstance(command, click.Group) else [f"{path} {name}"]
    return found


def test_every_command_is_in_the_documents() -> None:
    known = commands()
    assert len(known) > 20
    assert not [command for command in known if f"`{command}" not in "\n".join(DOCS.values())]


def test_every_command_the_documents_name_exists() -> None:
    named = sorted(set(re.findall(r"`(grader [a-z]+(?: (?:check|new))?)", EVERYTHING)))
    known = commands()
    assert len(named) > 15
    assert not [
        command for command in named if not any(one == command or one.startswith(f"{command} ") for one in known)
    ]


def test_every_option_of_check_that_the_documents_name_exists() -> None:
    help_text = subprocess.run([COMMAND, "check", "--help"], capture_output=True, text=True, check=True).stdout
    section = DOCS["student"].partition("Useful options of `check`")[2].partition("##")[0]
    options = re.findall(r"`(--?[a-z]+)", section)
    assert len(options) > 3
    assert not [option for option in options if option not in help_text]


def test_the_documents_list_every_outcome() -> None:
    for outcome in Outcome:
        assert f"`{outcome.value}`" in DOCS["formats"]


def test_the_json_of_the_documents_has_the_fields_of_a_result() -> None:
    shown = json.loads(DOCS["formats"].partition("```json")[2].partition("```")[0])
    assert ExerciseResult.from_json(shown).checks[0].outcome is Outcome.FAILED
    assert shown.keys() == {"schema", *ExerciseResult.__dataclass_fields__}
    assert shown["checks"][0].keys() == set(CheckResult.__dataclass_fields__) - {"kind"}


def test_the_sixty_second_start_works_as_written(tmp_path: Path) -> None:
    """Every line after the set-up runs. Where nobody sits at a terminal, `watch` prints the statement and waits."""
    block = README.partition(". .venv/bin/activate")[2].partition("```")[0]
    assert block.split("\n")[1:-1] == ["grader init", "cd attention-exercises", "grader watch"]
    subprocess.run([COMMAND, "init"], cwd=tmp_path, capture_output=True, check=True)
    work = tmp_path / "attention-exercises"
    with subprocess.Popen([COMMAND, "watch"], cwd=work, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        assert any("Fill in one_hot.py and save it" in line for line in running.stdout)
        running.terminate()


def test_contributing_works_as_written(tmp_path: Path) -> None:
    """Its commands, on a course that holds nothing else: the new exercise is proved as it comes."""
    (tmp_path / "exercises").mkdir()
    (tmp_path / "course.yaml").write_text("title: Empty\nseed: 1\n")
    lines = re.findall(r"^grader author .*$", CONTRIBUTING, re.MULTILINE)
    assert len(lines) == 3
    for line in lines:
        done = subprocess.run(
            [COMMAND, *shlex.split(line)[1:]], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr


def test_the_folders_on_the_map_exist() -> None:
    block = DOCS["author"].partition("```")[2].partition("```")[0]
    folders = re.findall(r"^(\S+?)/", block, re.MULTILINE)
    assert len(folders) > 5
    assert not [folder for folder in folders if not (ROOT / folder).is_dir()]


def test_the_readme_is_short() -> None:
    assert len(README.encode()) <= 6 * 1024


def test_links_between_documents_lead_somewhere() -> None:
    for path in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")):
        for link in re.findall(r"(?<!`)\[[^\]]*\]\(([^)#:]+\.md)\)", path.read_text(encoding="utf-8")):
            assert (path.parent / link).exists(), f"{path.name}: {link}"


def test_the_map_of_the_engine_names_what_exists() -> None:
    """Files of the engine, written `batch/run.py`, and classes or functions of one, written `batch/run.py: Summary`."""
    named = re.findall(r"`([\w/]+\.py)(?:: ([\w., ]+))?`", DOCS["architecture"])
    assert len({file for file, _ in named}) > 60
    for file, names in named:
        path = next((top / file for top in (ROOT / "grader", ROOT) if (top / file).is_file()), None)
        assert path is not None, f"there is no {file}"
        for name in filter(None, names.split(", ")):
            assert re.search(rf"^\s*(?:class|def) {name.split('.')[-1]}\b", path.read_text("utf-8"), re.MULTILINE), name


def test_every_file_of_the_project_that_the_documents_name_exists() -> None:
    named = re.findall(r"`((?:grader|tests|tools|bench|docs)/[\w/.]+\.(?:py|md))`", EVERYTHING)
    assert len(named) > 5
    assert not [name for name in named if not (ROOT / name).is_file()]
