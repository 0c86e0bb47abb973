"""Documents that cannot rot: what they name exists, what they show runs."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from lxml import html

from grader.cli.run import grader as group
from grader.results import CheckResult, ExerciseResult, Outcome
from tests.conftest import COMMAND, ROOT
from tools import website
from tools.commands import command_reference

README = (ROOT / "README.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
DOCS = {path.stem: path.read_text(encoding="utf-8") for path in sorted((ROOT / "docs").glob("*.md"))}
EVERYTHING = "\n".join((README, CONTRIBUTING, *DOCS.values()))


def commands(parent: click.Group = group, path: str = "grader") -> dict[str, click.Command]:
    found = {}
    context = click.Context(parent)
    for name in parent.list_commands(context):
        command = parent.get_command(context, name)
        assert command is not None
        found |= (
            commands(command, f"{path} {name}") if isinstance(command, click.Group) else {f"{path} {name}": command}
        )
    return found


def options(command: click.Command) -> set[str]:
    return {spelling for one in command.params if isinstance(one, click.Option) for spelling in one.opts}


def shown_commands() -> Iterator[tuple[str, str]]:
    """Every line of a code block that calls the grader, with the document that shows it."""
    for name, text in {"README": README, "CONTRIBUTING": CONTRIBUTING, **DOCS}.items():
        for block in re.findall(r"^ *```\w*\n(.*?)^ *```", text, re.DOTALL | re.MULTILINE):
            yield from ((name, line) for line in re.findall(r"^ *(grader .*)$", block, re.MULTILINE))


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
    section = DOCS["student"].partition("Useful options of `check`")[2].partition("##")[0]
    named = re.findall(r"`(--?[a-z]+)", section)
    assert len(named) > 3
    assert set(named) <= options(commands()["grader check"])


def test_every_command_the_documents_show_has_the_options_it_is_shown_with() -> None:
    known = commands()
    shown = list(shown_commands())
    assert len(shown) > 30
    for name, line in shown:
        command = next((known[one] for one in known if f"{line} ".startswith(f"{one} ")), None)
        assert command is not None, f"{name}: {line}"
        assert set(re.findall(r"(?<= )--?[a-z][a-z-]*", line)) <= options(command), f"{name}: {line}"


def test_the_command_reference_has_every_command_with_its_options_and_an_example() -> None:
    sections = dict(re.findall(r"^## (.*?)\n(.*?)(?=^## |\Z)", command_reference(), re.DOTALL | re.MULTILINE))
    known = commands()
    assert sections.keys() == known.keys()
    for name, command in known.items():
        described = set(re.findall(r"^`(.*?)`\n:   \S", sections[name], re.MULTILINE))
        spelled = {spelling for names in described for spelling in re.findall(r"(?<!\S)--?[a-z][a-z-]*", names)}
        assert spelled == options(command), name
        assert f"```shell\n{name}" in sections[name], name


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
    block = DOCS["author"].partition("## The files")[2].partition("## A course")[0]
    folders = re.findall(r"^(\S+?)/", block, re.MULTILINE)
    assert len(folders) > 5
    assert not [folder for folder in folders if not (ROOT / folder).is_dir()]


def test_the_readme_is_short() -> None:
    assert len(README.encode()) <= 6 * 1024


def test_links_between_documents_lead_somewhere() -> None:
    for path in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")):
        text = re.sub(r"`[^`\n]+`", "", path.read_text(encoding="utf-8"))
        for link in re.findall(r"\]\(([^)#:]+)[)#]", text) + website.SOURCE.findall(text):
            assert (path.parent / link).exists(), f"{path.name}: {link}"


def test_links_of_the_site_lead_somewhere_and_every_page_has_its_place(tmp_path: Path) -> None:
    website.gather(tmp_path / "pages")
    assert website.problems(tmp_path / "pages") == []
    assert "](index.md#what-it-promises)" in (tmp_path / "pages" / "isolation.md").read_text(encoding="utf-8")
    (tmp_path / "pages" / "more.md").write_text(
        '[a](nowhere.md) `[b](code.md)` <img src="no.png"> ![c](pictures/no.svg)'
    )
    assert [problem.partition(": ")[2] for problem in website.problems(tmp_path / "pages")] == [
        "there is no 'nowhere.md'",
        "there is no 'pictures/no.svg'",
        "there is no 'no.png'",
        "'more.md' is no page, or not in the navigation",
    ]


def test_pictures_of_the_documents_are_shown_and_small() -> None:
    pictures = list((ROOT / "docs" / "pictures").iterdir())
    assert not [path.name for path in pictures if f"pictures/{path.name}" not in EVERYTHING]
    assert max(path.stat().st_size for path in pictures) < 150_000


@pytest.mark.all
def test_the_site_is_built_and_its_pages_load_nothing_from_elsewhere() -> None:
    """With a link that leads nowhere it is not built."""
    env = {key: value for key, value in os.environ.items() if not key.startswith("MAKE")}
    subprocess.run(["make", "docs"], cwd=ROOT, env=env, check=True, timeout=600)
    site = ROOT / "build" / "site"
    pages = [path for path in site.glob("*.html") if path.name != "404.html"]
    assert len(pages) == len(website.pages_of_the_navigation())
    for path in site.glob("*.html"):
        found = html.parse(path).xpath(
            "//script/@src | //link[@rel != 'canonical']/@href | //img/@src | //source/@srcset"
        )
        assert len(found) > 2
        assert not [name for name in found if re.match(r"(\w+:)?//", name)], path.name
        assert not [name for name in found if path.name != "404.html" and not (site / name.partition("?")[0]).is_file()]
    styles = "".join(path.read_text(encoding="utf-8") for path in site.rglob("*.css"))
    assert not re.findall(r"(?:url\(|@import)\s*[\"']?(?:https?:)?//", styles)

    page = ROOT / "build" / "pages" / "student.md"
    page.write_text(f"{page.read_text(encoding='utf-8')}\n[there](formats.md#nowhere)\n", encoding="utf-8")
    command = [ROOT / ".venv-docs/bin/zensical", "build", "--clean", "--strict"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "anchor does not exist" in done.stdout + done.stderr


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
