"""Pictures: those of statements, made by a script, and those of results, which compare yours with the expected one."""

from __future__ import annotations

import json
import math
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pexpect
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.course import load_course
from grader.render.markdown import render
from grader.render.matrices import draw, number
from grader.render.picture import from_svg, to_svg
from grader.render.style import Style, display_width
from grader.results import CheckResult, Drawing, ExerciseResult, Outcome, Panel
from tests.conftest import COMMAND, ROOT, GraderCommand, MiniCourse
from tests.helpers import LONGEST_WAIT, drawings, labels, panels, without_color
from tools.pictures.diagram import Diagram

SVG = "{http://www.w3.org/2000/svg}"
COMMITTED = sorted((ROOT / "exercises").glob("*/*/pictures/*.svg"))
PLAIN, COLOUR, ASCII = Style(False, 80), Style(True, 80), Style(False, 80, unicode=False)
Rows = tuple[tuple[float, ...], ...]
SMALL = Drawing((Panel("weights", ("a", "b"), ("one", "two"), ((1.0, 0.0), (0.25, 0.75))),), 0, 1)


def test_the_script_makes_the_pictures_that_are_here(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "tools.pictures", "--out", tmp_path], cwd=ROOT, check=True)
    made = {path.relative_to(tmp_path): path.read_text("utf-8") for path in tmp_path.rglob("*.svg")}
    assert made == {path.relative_to(ROOT): path.read_text("utf-8") for path in COMMITTED}


def test_every_statement_has_a_picture() -> None:
    assert {path.parents[1] for path in COMMITTED} == {exercise.path for exercise in load_course(ROOT).exercises}


@pytest.mark.parametrize("path", COMMITTED, ids=lambda path: path.stem)
def test_every_picture_is_proper_xml_with_its_numbers_or_a_text_in_place_of_it(path: Path) -> None:
    text = path.read_text("utf-8")
    root = ElementTree.fromstring(text)
    assert root.tag == f"{SVG}svg"
    assert root.findtext(f"{SVG}title")
    assert "prefers-color-scheme:dark" in text
    picture = from_svg(text)
    if picture is None:
        assert len(root.findtext(f"{SVG}desc") or "") > 60
    else:
        cells = sum(len(row) for panel in picture.panels for row in panel.values)
        assert len([one for one in root.iter(f"{SVG}rect") if "at-cell" in one.get("class", "")]) == cells


@pytest.mark.parametrize("path", COMMITTED, ids=lambda path: path.stem)
def test_nothing_is_cut_off_and_no_text_covers_another(path: Path) -> None:
    """Letters are taken to be .58 of their size wide, a little more than those of the usual fonts."""
    root = ElementTree.fromstring(path.read_text("utf-8"))
    _, _, width, height = map(float, root.get("viewBox", "").split())
    places = []
    for x0, y0, text in texts(root):
        size, x, y = float(text.get("font-size", 13)), x0 + float(text.get("x", 0)), y0 + float(text.get("y", 0))
        across = 0.58 * size * len(text.text or "")
        left = x - across * {"start": 0.0, "middle": 0.5, "end": 1.0}[text.get("text-anchor", "start")]
        assert left >= -1, text.text
        assert left + across <= width + 1, text.text
        assert 0 <= y - 0.7 * size < y <= height, text.text
        places.append((left, y, across, size, text.text))
    for (a, y, across, size, one), (b, other_y, _, _, other) in permutations(places, 2):
        assert not (a <= b < a + across - 2 and abs(y - other_y) < 0.7 * size), (one, other)


def texts(
    element: ElementTree.Element, x: float = 0, y: float = 0
) -> Iterator[tuple[float, float, ElementTree.Element]]:
    """Every text with the offset of the groups around it."""
    if moved := re.match(r"matrix\(1 0 0 1 (\S+) (\S+)\)", element.get("transform", "")):
        x, y = x + float(moved[1]), y + float(moved[2])
    if element.tag == f"{SVG}text":
        yield x, y, element
    for child in element:
        yield from texts(child, x, y)


def test_a_diagram_refuses_what_would_be_covered() -> None:
    wide, covered, crossed = Diagram("wide"), Diagram("covered"), Diagram("crossed")
    with pytest.raises(ValueError, match="'much too long' takes"):
        wide.box(0, 0, 20, "much too long")
    covered.text(0, 0, "one")
    covered.text(5, 2, "two")
    crossed.box(0, 0, 50, "x")
    crossed.arrow((-20, 15), (80, 15))
    for diagram, message in ((covered, "'one' covers 'two'"), (crossed, "crosses")):
        with pytest.raises(ValueError, match=message):
            diagram.svg("")


def test_zero_has_a_colour_of_its_own_on_a_scale_of_two_colours() -> None:
    """The same on an uneven scale: its two halves mean the same."""
    for low in (-6, -2):
        row = (-1.0, 0.0, 1.0)
        uneven = Drawing((Panel("", ("",), ("a", "b", "c"), (row,)),), low, 6)
        fills = re.findall(r'at-cell.*?fill="(\S+)"', to_svg(uneven, "x"))
        grounds = re.findall(r"48;5;(\d+)", draw(uneven, COLOUR)[-1])
        assert len(set(fills)) == len(set(grounds)) == 3
        assert (fills[1], grounds[1]) == ("#f7f7f7", "231")


def test_cells_without_numbers_have_a_legend() -> None:
    for name in ("waves", "gradients", "silenced_units"):
        [path] = [path for path in COMMITTED if path.stem == name]
        picture = from_svg(path.read_text("utf-8"))
        assert picture is not None
        assert to_svg(picture, "").count("at-step") == 9


def test_every_picture_fits_a_terminal_of_any_width() -> None:
    wrong = []
    drawn = {path: picture for path in COMMITTED if (picture := from_svg(path.read_text("utf-8")))}
    assert len(drawn) > 10
    for path, picture in drawn.items():
        for style in (PLAIN, COLOUR, ASCII, Style(True, 40), Style(False, 20)):
            lines = draw(picture, style)
            fits = max(map(display_width, lines)) <= max(style.width, 30)
            if not fits or not (style.unicode or all(line.isascii() for line in lines)):
                wrong.append((path.stem, style))
    assert not wrong


sizes = st.tuples(st.integers(1, 4), st.integers(1, 12))


@st.composite
def pictures(make: st.DrawFn) -> Drawing:
    """As a statement has them: panels of any shape, nothing marked."""
    shown = [make(panels(*make(sizes), st.floats(-5, 5), False)) for _ in range(make(st.integers(1, 3)))]
    return Drawing(tuple(shown), make(st.floats(-5, 0)), make(st.floats(1, 5)), make(st.booleans()))


@given(pictures(), labels)
def test_what_is_drawn_on_a_page_can_be_read_back(picture: Drawing, caption: str) -> None:
    assert from_svg(to_svg(picture, caption)) == picture


@settings(deadline=None)
@given(st.one_of(pictures(), drawings()), st.integers(38, 98), st.booleans())
def test_whatever_the_labels_and_the_values_a_terminal_is_safe(drawing: Drawing, width: int, unicode: bool) -> None:
    for color in (False, True):
        for line in draw(drawing, Style(color, width, unicode)):
            plain = without_color(line)
            assert plain.isprintable()
            assert display_width(plain) <= width
            assert unicode or plain.isascii()


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
    assert draw(SMALL, ASCII)[2:] == ["a #1    0", "b :.25 %.75"]


def test_colours_tell_more_from_less() -> None:
    first, second = draw(SMALL, COLOUR)[2:]
    grounds = re.findall(r"48;5;(\d+)", first + second)
    assert grounds[0] != grounds[1] != grounds[2] != grounds[3]


def test_panels_stand_side_by_side_only_where_they_fit() -> None:
    two = Drawing(SMALL.panels * 2, 0, 1)
    assert len(draw(two, PLAIN)) == 4
    assert len(draw(two, Style(False, 20))) == 9


def marked(yours: Rows, expected: Rows, *wrong: tuple[int, int], **options: Any) -> Drawing:
    """Two matrices, numbered; one row is a vector."""
    rows = tuple(str(at) for at in range(len(yours))) if len(yours) > 1 else ("",)
    columns = tuple(str(at) for at in range(len(yours[0])))
    both = (Panel("yours", rows, columns, yours, wrong), Panel("expected", rows, columns, expected))
    return Drawing(both, **{"low": 0.0, "high": 1.0, **options})


MASK = marked(((1, 1), (0, 1)), ((1, 0), (1, 1)), (0, 1), (1, 0), pattern=True)
RUN = marked(((0.5, 0.4, 0.1),), ((0.5, 0.25, 0.25),), (0, 1), (0, 2), axes=("", "key"))
WIDE = marked(((0.25,) * 8,) * 6, ((0.5, *(0.25,) * 7), *((0.25,) * 8,) * 5), (0, 0))


def test_wrong_cells_stand_in_brackets_without_colours() -> None:
    assert draw(MASK, PLAIN) == [
        "wrong ones in brackets",
        "  yours    expected",
        "   0 1      0 1",
        "0  ●[●]  0  ● ·",
        "1 [·]●   1  ● ●",
    ]
    assert draw(MASK, ASCII)[3:] == ["0  *[*]  0  * .", "1 [.]*   1  * *"]


def test_with_colours_wrong_cells_have_brackets_on_red_and_keep_their_shade() -> None:
    [row] = [line for line in draw(RUN, COLOUR) if "yours" in line]
    assert without_color(row) == "   yours  .50[.40 .10]"
    assert re.findall(r"48;5;160m(.)", row) == ["[", " ", "]"]
    assert len(set(re.findall(r"48;5;(\d+)m\.", row))) == 3


def test_vectors_stand_one_below_the_other() -> None:
    assert draw(RUN, PLAIN) == [
        "columns: key; wrong ones in brackets",
        "           0    1    2",
        "   yours  ▒.50[▒.40  .10]",
        "expected  ▒.50 ░.25 ░.25",
    ]


def test_a_drawing_says_where_it_is_and_what_its_axes_are() -> None:
    told = replace(WIDE, title="at batch 1", axes=("query", "key"))
    assert draw(told, PLAIN)[0] == "at batch 1; rows: query, columns: key; wrong ones in brackets"
    assert draw(told, Style(False, 30))[:3] == ["at batch 1; rows: query,", "columns: key; wrong ones in", "brackets"]
    assert draw(SMALL, PLAIN)[0].strip() == "weights"


def test_where_numbers_do_not_fit_side_by_side_shades_do() -> None:
    wide, narrow = draw(WIDE, Style(False, 98)), draw(WIDE, PLAIN)
    assert wide[3].startswith("0 [░.25]░.25")
    assert narrow[3:5] == ["0 [░]░░░░░░░░░░░░░░  0  ▒▒░░░░░░░░░░░░░░", "1  ░░░░░░░░░░░░░░░░  1  ░░░░░░░░░░░░░░░░"]
    assert narrow[-1] == "0   ░░▒▒▓▓██ 1"
    assert max(map(display_width, draw(WIDE, COLOUR))) == 72  # colours take no room: numbers fit


def test_a_few_rows_of_numbers_stand_one_below_the_other_where_it_is_narrow() -> None:
    few = replace(WIDE, panels=tuple(replace(p, rows=p.rows[:2], values=p.values[:2]) for p in WIDE.panels))
    lines = draw(few, Style(False, 60))
    assert [line.strip() for line in lines if line and not line[2:].strip(" 01234567")] == [
        "0    1    2    3    4    5    6    7"
    ] * 2
    assert sum(".25" in line for line in lines) == 4


def test_numbers_that_are_ids_have_no_shades_and_are_never_left_out() -> None:
    ids = marked(((3, 17, 40),) * 9, ((3, 17, 41),) * 9, *((row, 2) for row in range(9)), high=41, shaded=False)
    assert draw(ids, PLAIN)[3] == "0   3 17[40]  0   3 17 41"
    assert sum("17" in line for line in draw(ids, Style(False, 20))) == 18


@pytest.mark.parametrize(
    ("mine", "theirs", "high", "shown"),
    [
        (0.331, 0.969, 1, "[░.33]"),
        (0.124, 0.1239, 1, "[ .1240]"),
        (0.124, 0.121, 1, "[ .124]"),
        (12.34, 15.0, 20, "[▓12.3]"),
        (1234.6, 999.0, 2000, "[▓1235]"),
        (math.nan, 0.5, 1, "[ nan]"),
        (math.inf, 0.5, 1, "[█inf]"),
        (-1e9, 0.5, 1, "[ -1e9]"),
    ],
)
def test_cells_have_as_many_digits_as_tell_them_apart(mine: float, theirs: float, high: float, shown: str) -> None:
    one = marked(((mine, 0.0),), ((theirs, 0.0),), (0, 0), high=high)
    assert shown in draw(one, PLAIN)[2]


def test_shades_alone_show_nan_as_a_question_mark_and_nothing_as_a_blank() -> None:
    panel = Panel("", ("",), ("",) * 9, ((math.nan, None, *(1.0,) * 7),))
    assert draw(Drawing((panel,), 0, 1), PLAIN)[0] == "??" + "  " + "██" * 7


def test_a_result_with_a_drawing_survives_json() -> None:
    """JSON has no NaN and no infinity, and other programs read what we write."""
    strange = marked(((math.nan, math.inf), (-math.inf, 0.5)), ((0.0, 1.0), (2.0, 0.5)), (0, 0), (0, 1), (1, 0))
    check = CheckResult("a", "a", Outcome.FAILED, 0.0, 1.0, drawing=strange)
    result = ExerciseResult("x", "X", 0.0, 2.0, "L0", (check, replace(check, id="b", drawing=None)))
    text = json.dumps(result.to_json(), allow_nan=False)
    assert '"values": [["nan", "inf"], ["-inf", 0.5]]' in text
    again = ExerciseResult.from_json(json.loads(text))
    assert repr(again) == repr(result)
    older = json.loads(text)
    for one in older["checks"]:
        del one["drawing"]
    assert all(one.drawing is None for one in ExerciseResult.from_json(older).checks)


@pytest.fixture
def almost(mini: MiniCourse, tmp_path: Path) -> Path:
    """Doubles, but for one value of each result."""
    (tmp_path / "double.py").write_text(
        "import numpy as np\n\n\ndef double(x):\n    out = 2 * np.asarray(x)\n    out.flat[1] = 9\n    return out\n\n\n"
        "def total(x):\n    return np.sum(x)\n"
    )
    return mini.path


def test_check_draws_yours_beside_the_expected_one(grader: GraderCommand, almost: Path) -> None:
    lines = grader("check", "double", "--course", almost).out.split("\n")
    start = next(at for at, line in enumerate(lines) if "rows: row, columns: column; wrong ones in brackets" in line)
    assert lines[start + 1].split() == ["yours", "expected"]
    assert re.fullmatch(r"  0 +\S+\[ *9\] *\S+ +0( +\S+){3}", lines[start + 3])
    assert "[" not in lines[start + 4]


def test_json_holds_what_is_drawn_and_nothing_of_a_hidden_check(
    grader: GraderCommand, mini: MiniCourse, almost: Path
) -> None:
    hidden = mini.solution / "hidden_checks.py"
    hidden.write_text(hidden.read_text().replace("size=50", "size=(2, 3)"))  # small enough to be drawn
    checks = {check["id"]: check for check in grader("check", "double", "--course", almost, "--json").json["checks"]}
    drawing = Drawing.from_json(checks["doubles"]["drawing"])
    assert drawing.axes == ("row", "column")
    assert [(panel.title, len(panel.values), panel.wrong) for panel in drawing.panels] == [
        ("yours", 2, ((0, 1),)),
        ("expected", 2, ()),
    ]
    assert drawing.panels[0].values[0][1] == 9
    assert Drawing.from_json(checks["negative"]["drawing"]).axes == ("", "item")
    assert checks["adds"]["drawing"] is None
    assert checks["secret"]["outcome"] == "failed"
    assert checks["secret"]["drawing"] is None


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
    assert "README.md:3: includes 'pictures/gone.svg', which does not exist" in told
    assert "other.svg: the statement does not include it" in told
    assert "notes.txt: does not belong here" in told


def test_no_picture_is_read_from_elsewhere(mini: MiniCourse) -> None:
    exercise = load_course(mini.path).find("double")
    mini.write("secret.svg", to_svg(SMALL, "Secret."))
    assert exercise.picture("../../../secret.svg") is None
    assert exercise.picture("pictures/../../../../secret.svg") is None


def test_on_a_dark_terminal_what_is_low_is_dark() -> None:
    heat = Drawing((Panel("", ("a",), ("x", "y"), ((0.0, 1.0),)),), 0, 1)
    light, dark = ("".join(draw(heat, COLOUR._replace(dark=dark))) for dark in (False, True))
    assert re.findall(r"48;5;(\d+)", light) == ["231", "19"]
    assert re.findall(r"48;5;(\d+)", dark) == ["235", "117"]
    assert re.findall(r"38;5;(\d+)", dark) == ["231", "16"]


@pytest.mark.skipif(sys.platform == "win32", reason="terminals are not to be had there")
def test_a_terminal_that_says_it_is_dark_gets_such_a_drawing(tmp_path: Path, cache: Path) -> None:
    (tmp_path / "masking.py").write_text(
        "import numpy as np\n\n\ndef look_ahead_mask(n):\n    return np.ones((n, n), bool)\n\n\n"
        "def masked_softmax(scores, mask):\n    return np.exp(scores) / np.exp(scores).sum()\n"
    )
    env = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLORFGBG", "ACCESSIBLE")}
    env |= {"TERM": "xterm", "XDG_CACHE_HOME": str(cache)}
    command = ["check", "masking", "--course", str(ROOT)]
    terminal = pexpect.spawn(COMMAND, command, cwd=tmp_path, env=env, encoding="utf-8", timeout=LONGEST_WAIT)
    terminal.expect(re.escape("\x1b]11;?"))
    terminal.send("\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\\x1b[?62;c")
    terminal.expect("48;5;(235|117)m")
    terminal.expect(pexpect.EOF)
    assert "rgb:" not in terminal.before
