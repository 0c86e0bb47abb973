"""Pictures of statements: made by a script, shown on pages and in terminals from one file."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.course import load_course
from grader.report.markdown import render
from grader.report.picture import Panel, Picture, draw, from_svg, number, to_svg
from grader.report.style import Style, display_width
from tests.conftest import ROOT, GraderCommand, MiniCourse

COMMITTED = sorted((ROOT / "exercises").glob("*/*/pictures/*.svg"))
PLAIN, COLOUR, ASCII = Style(False, 80), Style(True, 80), Style(False, 80, unicode=False)
SMALL = Picture((Panel("weights", ("a", "b"), ("one", "two"), ((1.0, 0.0), (0.25, 0.75))),), 0, 1)


def test_the_script_makes_the_pictures_that_are_here(tmp_path: Path) -> None:
    subprocess.run([sys.executable, ROOT / "tools" / "pictures.py", "--out", tmp_path], check=True)
    made = {path.relative_to(tmp_path): path.read_text("utf-8") for path in tmp_path.rglob("*.svg")}
    assert made == {path.relative_to(ROOT): path.read_text("utf-8") for path in COMMITTED}
    assert len(made) > 10


@pytest.mark.parametrize("path", COMMITTED, ids=lambda path: path.stem)
def test_every_picture_is_proper_xml_with_a_title_and_its_numbers(path: Path) -> None:
    text = path.read_text("utf-8")
    root = ElementTree.fromstring(text)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert root.findtext("{http://www.w3.org/2000/svg}title")
    picture = from_svg(text)
    assert picture is not None
    cells = sum(len(row) for panel in picture.panels for row in panel.values)
    assert len(root.findall("{http://www.w3.org/2000/svg}rect")) == cells + 1  # and the ground


@pytest.mark.parametrize("style", [PLAIN, COLOUR, ASCII, Style(True, 40), Style(False, 20)])
@pytest.mark.parametrize("path", COMMITTED, ids=lambda path: path.stem)
def test_every_picture_fits_a_terminal_of_any_width(path: Path, style: Style) -> None:
    picture = from_svg(path.read_text("utf-8"))
    assert picture is not None
    lines = draw(picture, style)
    assert max(map(display_width, lines)) <= max(style.width, 30)
    assert style.unicode or all(line.isascii() for line in lines)


labels = st.text(st.characters(blacklist_categories=("Cs",)), max_size=8)
sizes = st.tuples(st.integers(1, 4), st.integers(1, 12))


@st.composite
def pictures(make: st.DrawFn) -> Picture:
    panels = []
    for _ in range(make(st.integers(1, 3))):
        rows, columns = make(sizes)
        values = st.lists(st.floats(-5, 5), min_size=columns, max_size=columns).map(tuple)
        panels.append(
            Panel(
                make(labels),
                tuple(make(labels) for _ in range(rows)),
                tuple(make(labels) for _ in range(columns)),
                tuple(make(values) for _ in range(rows)),
            )
        )
    return Picture(tuple(panels), make(st.floats(-5, 0)), make(st.floats(1, 5)), make(st.booleans()))


@given(pictures(), labels)
def test_what_is_drawn_on_a_page_can_be_read_back(picture: Picture, caption: str) -> None:
    assert from_svg(to_svg(picture, caption)) == picture


@given(pictures())
def test_whatever_the_labels_a_terminal_is_safe(picture: Picture) -> None:
    for line in draw(picture, PLAIN):
        assert line.isprintable() or line == ""
    for line in draw(picture, COLOUR):
        assert re.sub(r"\x1b\[[0-9;]*m", "", line).isprintable()


@pytest.mark.parametrize(
    "metadata",
    [
        "",
        "no json",
        "[]",
        "{}",
        json.dumps({"panels": [], "low": 1, "high": 0}),
        json.dumps({"panels": [{"title": "", "rows": [], "columns": [], "values": [[1]]}], "low": 0, "high": 1}),
    ],
)
def test_an_svg_without_proper_numbers_is_no_picture(metadata: str) -> None:
    assert from_svg(f"<svg><metadata>{metadata}</metadata></svg>") is None
    assert from_svg("<svg/>") is None


def test_numbers_in_cells_are_short() -> None:
    values = (0, 1, 16, 0.5, -0.5, 0.625, -1.07, 0.001, -0.001, 12.345)
    assert [number(value) for value in values] == ["0", "1", "16", ".50", "-.50", ".62", "-1.07", "0", "0", "12.35"]


def test_shades_tell_the_values_where_there_are_no_colours() -> None:
    assert draw(SMALL, PLAIN) == ["  weights", "   one  two", "a █1    0", "b ░.25 ▓.75"]
    assert draw(SMALL, ASCII)[2:] == ["a #1    0", "b ..25 +.75"]


def test_colours_tell_more_from_less() -> None:
    first, second = draw(SMALL, COLOUR)[2:]
    grounds = re.findall(r"48;5;(\d+)", first + second)
    assert grounds[0] != grounds[1] != grounds[2] != grounds[3]


def test_panels_stand_side_by_side_only_where_they_fit() -> None:
    two = Picture(SMALL.panels * 2, 0, 1)
    assert len(draw(two, PLAIN)) == 4
    assert len(draw(two, Style(False, 20))) == 9


def test_a_statement_shows_its_picture_in_its_place_with_the_caption() -> None:
    text = "Before.\n\n![A caption.](pictures/small.svg)\n\nAfter."
    lines = render(text, PLAIN, {"pictures/small.svg": to_svg(SMALL, "A caption.")}.get).split("\n")
    assert lines[0] == "Before."
    assert lines[4] == "a █1    0"
    assert lines[6:] == ["A caption.", "", "After."]
    assert render(text, PLAIN).split("\n") == ["Before.", "", "A caption.", "", "After."]


def test_show_draws_pictures_and_json_keeps_their_names(grader: GraderCommand) -> None:
    done = grader("show", "masking")
    assert done.code == 0
    assert "█1" in done.out
    assert "pictures/" not in done.out
    assert "pictures/look_ahead.svg" in grader("show", "masking", "--json").json["statement"]


def test_a_picture_that_is_missing_or_not_shown_is_told(mini: MiniCourse) -> None:
    mini.write("exercises/1_basics/01_double/README.md", "# Double\n\n![Gone.](pictures/gone.svg)\n")
    mini.write("exercises/1_basics/01_double/pictures/other.svg", to_svg(SMALL, "Other."))
    mini.write("exercises/1_basics/01_double/pictures/notes.txt", "no picture")
    told = "\n".join(str(problem) for problem in load_course(mini.path).validate())
    assert "README.md:3: shows 'pictures/gone.svg', which is not there" in told
    assert "other.svg: the statement does not show it" in told
    assert "notes.txt: does not belong here" in told


def test_no_picture_is_read_from_elsewhere(mini: MiniCourse) -> None:
    exercise = load_course(mini.path).find("double")
    mini.write("secret.svg", to_svg(SMALL, "Secret."))
    assert exercise.picture("../../../secret.svg") is None
    assert exercise.picture("pictures/../../../../secret.svg") is None
