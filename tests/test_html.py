"""A result as a fragment of HTML."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.render.html import render_html, render_words
from grader.render.style import plain_text
from grader.results import CheckResult, Drawing, ExerciseResult, Outcome, Panel

HOSTILE = "<script>alert(1)</script> \"quoted\" 'too' & <img src=x onerror=y> $x$ \x1b[31m\u202e"
VOID = {"br", "img", "input", "meta", "link", "hr"}


def check(title: str, outcome: Outcome = Outcome.FAILED, **fields: Any) -> CheckResult:
    score = 2.0 if outcome is Outcome.PASSED else 0.0
    return CheckResult(fields.pop("id", title), title, outcome, score, 2.0, **fields)


def page(*checks: CheckResult, filename: str = "work.ipynb", idea: str = "", **fields: Any) -> str:
    score, most = sum(one.score for one in checks), sum(one.max_score for one in checks)
    return render_html(ExerciseResult("double", "Double", score, most, "L2", checks, **fields), filename, idea)


class Reader(HTMLParser):
    """Text, tags and attributes as a browser sees them; fails on tags that do not match."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.pieces: list[str] = []
        self.style = ""
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "style":
            self.style += data
        else:
            self.pieces.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.pieces).split())


LATE: dict[str, Any] = {
    "misconception": "late",
    "diagnosis": "The mask comes too late.",
    "advice": "Mask first.",
}
MIXED = (
    check("rows add to one", Outcome.PASSED),
    check(
        "no weight on the future",
        message="row 1 sums to 0.62",
        details=("work.ipynb, cell 3, line 2", "    return x  <- here"),
        printed="one\ntwo\n",
        **LATE,
    ),
    check("padding gets nothing", message="row 0 sums to 0.81", **LATE),
    check("both together", follows="padding gets nothing", message="never shown"),
    check("any id", Outcome.NOT_ATTEMPTED, message="mask is still as the stub has it"),
    check("the reference", Outcome.GRADER_ERROR, message="the reference did not run"),
    check("large", Outcome.TIMED_OUT, hidden=True, message="never shown"),
    check("small", Outcome.PASSED, hidden=True),
)
DRAWING = Drawing(
    panels=(
        Panel("yours", ("0", "1"), ("0", "1"), ((1.0, 0.25), (0.5, float("nan"))), wrong=((0, 1), (1, 1))),
        Panel("expected", ("0", "1"), ("0", "1"), ((1.0, 0.0), (0.5, None))),
    ),
    low=0.0,
    high=1.0,
    axes=("query", "key"),
)


def test_a_page_says_what_the_terminal_says() -> None:
    said = Reader(page(*MIXED, notes=("cell 2 counts.",), outstanding=3.0)).text
    for words in (
        "Double · work.ipynb no score",
        "✓ passed: rows add to one 2 / 2",
        "✗ wrong value: no weight on the future 0 / 2 row 1 sums to 0.62",
        "work.ipynb, cell 3, line 2 return x <- here",
        "→ Mask first.",
        "printed: one two",
        "row 0 sums to 0.81 same mistake as above",
        "follows from 'padding gets nothing'",
        "· not written yet: any id",
        "Not written yet: mask.",
        "✗ failed: hidden: large (failed)",
        "✓ passed: hidden: small 2 / 2",
        "3 more points come from hidden checks when it is graded.",
        "cell 2 counts.",
        "2 of 8 checks passed.",
    ):
        assert words in said
    assert "never shown" not in said
    assert said.count("The mask comes too late.") == 1


def test_the_idea_is_for_those_who_passed() -> None:
    passed = check("x", Outcome.PASSED)
    assert "The idea: Add." in Reader(page(passed, idea="Add.")).text
    assert "The check passed." in Reader(page(passed)).text
    assert "The idea" not in Reader(page(passed, check("y"), idea="Add.")).text


@pytest.mark.parametrize(
    ("outcome", "closing"),
    [
        (Outcome.SYNTAX_ERROR, "None of the 4 checks could run."),
        (Outcome.GRADER_ERROR, "Double could not be checked."),
        (Outcome.RETURNED_NONE, "All 4 checks end like this."),
    ],
)
def test_what_stops_every_check_is_said_once(outcome: Outcome, closing: str) -> None:
    same = [check(title, outcome, message="line 3: '(' was never closed", details=("    x = (",)) for title in "ab"]
    own = check("does the work itself", Outcome.NOT_ATTEMPTED, id="own_work", message="nothing runs yet")
    said = Reader(page(*same, own, check("c", outcome, hidden=True))).text
    assert said.count("never closed") == said.count("x = (") == 1
    assert closing in said


def test_nothing_in_a_result_is_markup() -> None:
    bad = check(
        HOSTILE, message=HOSTILE, details=(HOSTILE,), diagnosis=HOSTILE, advice=HOSTILE, misconception="m",
        printed=HOSTILE, drawing=Drawing((Panel(HOSTILE, (HOSTILE,), (HOSTILE,), ((1.0,),)),), 0.0, 1.0, title=HOSTILE),
    )  # fmt: skip
    plain = Reader(page(check("a", drawing=DRAWING), check("b"), notes=("x",), idea="y"))
    found = Reader(page(bad, check("b"), notes=(HOSTILE,), filename=HOSTILE, idea=HOSTILE))
    assert {tag for tag, _ in found.tags} <= {tag for tag, _ in plain.tags} | {"pre"}
    assert found.text.count("<script>alert(1)</script>") >= 8
    assert "\x1b" not in found.text
    assert "\u202e" not in found.text


@settings(max_examples=40, deadline=None)
@given(st.text(max_size=60))
def test_any_text_comes_out_as_it_went_in(text: str) -> None:
    said = Reader(render_words(text, text)).pieces
    assert "".join(said) == plain_text(text) + "".join(map(plain_text, text.split("\n")))


def test_a_page_needs_nothing_from_outside_and_runs_nothing() -> None:
    found = Reader(page(*MIXED, check("x", drawing=DRAWING)))
    assert not {tag for tag, _ in found.tags} & {"script", "link", "img", "iframe", "object", "form"}
    for _, attributes in found.tags:
        assert not [name for name in attributes if name.startswith("on") or name in ("src", "href", "id")]
    assert "url(" not in found.style
    assert "@import" not in found.style


def test_its_style_reaches_nothing_around_it() -> None:
    style = re.sub(r"@media[^{]*\{(.*?\})\}", r"\1", Reader(page(*MIXED)).style, flags=re.DOTALL)
    selectors = [one.strip() for rule in re.findall(r"([^{}]+)\{[^{}]*\}", style) for one in rule.split(",")]
    assert len(selectors) > 20
    assert [one for one in selectors if ".ag-result" not in one] == []


def test_light_and_dark_follow_the_notebook_else_the_reader() -> None:
    style = Reader(page(*MIXED)).style
    assert "prefers-color-scheme:dark" in style
    assert '[data-jp-theme-light="false"] .ag-result' in style
    names = set(re.findall(r"var\((--ag-\w+)\)", style))
    for colours in re.findall(r"\{((?:--ag-\w+:#\w+;)+)", style):
        assert names <= set(re.findall(r"(--ag-\w+):", colours))
        assert contrast(colours) >= 4.5


def contrast(colours: str) -> float:
    """The least contrast of any ink with the ground, as accessibility guidelines define it."""
    found = dict(re.findall(r"--ag-(\w+):#(\w+);", colours))
    grounds = [luminance(found[name]) for name in ("page", "soft")]
    inks = [luminance(found[name]) for name in ("ink", "dim", "good", "bad", "note")]
    return min((max(a, b) + 0.05) / (min(a, b) + 0.05) for a in grounds for b in inks)


def luminance(colour: str) -> float:
    digits = colour if len(colour) == 6 else "".join(2 * digit for digit in colour)
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_marks_are_words_for_those_who_hear_the_page() -> None:
    html = page(*MIXED)
    found = Reader(html)
    hidden = [attributes for _, attributes in found.tags if attributes.get("aria-hidden") == "true"]
    spoken = [attributes for _, attributes in found.tags if attributes.get("class") == "ag-sr"]
    assert len(hidden) == len(spoken) == len(MIXED)
    assert found.tags[0][1]["aria-label"] == "Result of Double: no score"
    judged = Reader(page(*(one for one in MIXED if one.outcome is not Outcome.GRADER_ERROR)))
    assert judged.tags[0][1]["aria-label"] == "Result of Double: 4 of 14 points"
    assert "Double · work.ipynb 4 / 14" in judged.text


def test_matrices_are_tables_with_wrong_cells_in_brackets() -> None:
    html = page(check("x", message="1 value differs", drawing=DRAWING), check("y"))
    found = Reader(html)
    assert "rows: query, columns: key; wrong ones in brackets" in found.text
    assert "yours 0 1 0 1 [.25] 1 .50 [nan] expected 0 1 0 1 0 1 .50" in found.text
    assert sum(attributes.get("class") == "ag-wrong" for _, attributes in found.tags) == 2
    assert {attributes.get("scope") for tag, attributes in found.tags if tag == "th"} == {"row", "col"}


def test_more_is_darker_and_below_zero_has_its_own_colour() -> None:
    panel = Panel("", ("",), ("a", "b", "c"), ((-1.0, 0.0, 0.5),))
    html = page(check("x", drawing=Drawing((panel,), -1.0, 1.0)), check("y"))
    assert re.findall(r"rgba\((\d+),[\d,]+?,(0\.\d+)\)", html) == [("217", "0.60"), ("33", "0.00"), ("33", "0.30")]


def test_a_wide_matrix_shows_shades_and_keeps_its_numbers_for_those_who_ask() -> None:
    row = tuple(at / 10 for at in range(10))
    html = page(
        check("x", drawing=Drawing((Panel("", ("",), ("",) * 10, (row,), wrong=((0, 3),)),), 0.0, 1.0)), check("y")
    )
    found = [attributes for tag, attributes in Reader(html).tags if tag == "td"]
    assert [attributes["title"] for attributes in found][:3] == ["0", ".10", ".20"]
    assert html.count("[ ]") == 1
