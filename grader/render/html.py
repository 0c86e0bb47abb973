"""A result as HTML: for notebooks and feedback pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from math import isfinite

from grader.render.matrices import NUMBERS_UP_TO, diverges, level, text_of
from grader.render.result import OWN_WORK, PRINTED_LINES, WORDS, in_words, points, score_of, total
from grader.render.style import plain_text
from grader.results import CheckResult, Drawing, ExerciseResult, Outcome, Panel

# ---- Matrices as tables of HTML: more is darker, wrong cells are framed and in brackets.


_STRONGEST = 0.6  # of a colour over the page: ink stays readable on it, light or dark
_UP, _DOWN = "33,113,181", "217,95,2"
GRID_STYLE = """\
.ag-result .ag-grids{display:flex;flex-wrap:wrap;gap:.5em 2em;margin:.4em 0}
.ag-result .ag-grid{border-collapse:separate;border-spacing:1px;width:auto;margin:0;border:0;color:inherit;\
font:12.5px/1.4 ui-monospace,Menlo,Consolas,monospace;table-layout:auto}
.ag-result .ag-grid caption{text-align:left;font-weight:bold;padding:0 0 .2em;color:inherit;caption-side:top}
.ag-result .ag-grid th,.ag-result .ag-grid td{padding:.15em .45em;border:0;text-align:right;color:inherit;\
background:none;white-space:nowrap;min-width:.8em;max-width:none;vertical-align:middle}
.ag-result .ag-grid th{font-weight:normal;color:var(--ag-dim)}
.ag-result .ag-grid td.ag-wrong{outline:2px solid var(--ag-bad);outline-offset:-1px;font-weight:bold}"""


def draw(drawing: Drawing) -> str:
    """The matrices side by side, with what rows and columns stand for."""
    return f'{_heading(drawing)}<div class="ag-grids">{"".join(_grid(drawing, one) for one in drawing.panels)}</div>'


def _heading(drawing: Drawing) -> str:
    names = zip(("rows", "columns"), drawing.axes, strict=True)
    axes = ", ".join(f"{word}: {name}" for word, name in names if name)
    brackets = "wrong ones in brackets" if any(panel.wrong for panel in drawing.panels) else ""
    text = "; ".join(part for part in (drawing.title, axes, brackets) if part)
    return f'<p class="ag-line ag-dim">{safe(text)}</p>' if text else ""


def _grid(drawing: Drawing, panel: Panel) -> str:
    caption = f"<caption>{safe(panel.title)}</caption>" if panel.title else ""
    rows = "".join(f"<tr>{''.join(_row(drawing, panel, at))}</tr>" for at in range(len(panel.values)))
    return f'<table class="ag-grid">{caption}{_head(panel)}<tbody>{rows}</tbody></table>'


def _head(panel: Panel) -> str:
    if not any(panel.columns):
        return ""
    corner = "<td></td>" if any(panel.rows) else ""
    labels = "".join(f'<th scope="col">{safe(label)}</th>' for label in panel.columns)
    return f"<thead><tr>{corner}{labels}</tr></thead>"


def _row(drawing: Drawing, panel: Panel, at: int) -> Iterator[str]:
    if any(panel.rows):
        yield f'<th scope="row">{safe(panel.rows[at])}</th>'
    for column, value in enumerate(panel.values[at]):
        yield _cell(drawing, panel, value, (at, column) in panel.wrong)


def _cell(drawing: Drawing, panel: Panel, value: float | None, wrong: bool) -> str:
    if value is None:
        return "<td></td>"
    text = text_of(drawing, value, "●", "·")
    if len(panel.columns) > NUMBERS_UP_TO and not drawing.pattern:
        return f'<td{_kind(wrong)}{_shade(drawing, value)} title="{safe(text)}">{"[ ]" if wrong else ""}</td>'
    return f"<td{_kind(wrong)}{_shade(drawing, value)}>{safe(f'[{text}]' if wrong else text)}</td>"


def _kind(wrong: bool) -> str:
    return ' class="ag-wrong"' if wrong else ""


def _shade(drawing: Drawing, value: float) -> str:
    """How far up the scale, or how far from its middle."""
    if not drawing.shaded or not isfinite(value):
        return ""
    far = level(drawing, value)
    down = diverges(drawing) and value < 0
    strength = abs(2 * far - 1) if diverges(drawing) else far
    return f' style="background:rgba({_DOWN if down else _UP},{strength * _STRONGEST:.2f})"'


def safe(text: str) -> str:
    """Text from anywhere: nothing in it is markup, and nothing in it is invisible."""
    return escape(plain_text(text))


# ---- A result as a fragment of HTML: for a notebook's output, and for a page of feedback.
#
# It needs nothing from outside, runs no script, and changes nothing around it: every rule begins with its own
# class. Light and dark follow the notebook's theme where it has one, else the reader's preference.


_LIGHT = (
    "--ag-page:#fff;--ag-ink:#1f2328;--ag-dim:#59636e;--ag-line:#d1d9e0;"
    "--ag-good:#116329;--ag-bad:#b3261e;--ag-note:#0550ae;--ag-soft:#f6f8fa;"
)
_DARK = (
    "--ag-page:#16181d;--ag-ink:#e6e8eb;--ag-dim:#9aa4ae;--ag-line:#3b424b;"
    "--ag-good:#57d364;--ag-bad:#ff8b82;--ag-note:#79b8ff;--ag-soft:#22262d;"
)
_STYLE = f"""\
.ag-result{{{_LIGHT}color-scheme:light}}
@media (prefers-color-scheme:dark){{.ag-result{{{_DARK}color-scheme:dark}}}}
[data-jp-theme-light="true"] .ag-result,.vscode-light .ag-result{{{_LIGHT}color-scheme:light}}
[data-jp-theme-light="false"] .ag-result,.vscode-dark .ag-result{{{_DARK}color-scheme:dark}}
.ag-result{{box-sizing:border-box;max-width:60em;padding:.8em 1em;border:1px solid var(--ag-line);border-radius:6px;\
background:var(--ag-page);color:var(--ag-ink);font:14px/1.5 system-ui,sans-serif;text-align:left;\
overflow-wrap:anywhere}}
.ag-result .ag-line,.ag-result .ag-head{{margin:.15em 0;padding:0;color:inherit;font-size:1em}}
.ag-result .ag-head,.ag-result .ag-title{{display:flex;gap:.5em;align-items:baseline}}
.ag-result .ag-head{{font-size:1.1em;padding-bottom:.4em;border-bottom:1px solid var(--ag-line)}}
.ag-result .ag-points{{margin-left:auto;white-space:nowrap;font-variant-numeric:tabular-nums}}
.ag-result .ag-checks{{list-style:none;margin:.5em 0;padding:0}}
.ag-result .ag-check{{margin:.3em 0;padding:0}}
.ag-result .ag-body{{margin:0 0 .6em 1.6em}}
.ag-result .ag-mark{{flex:0 0 1.1em;font-weight:bold;text-align:center}}
.ag-result .ag-good{{color:var(--ag-good)}} .ag-result .ag-bad{{color:var(--ag-bad)}}
.ag-result .ag-note{{color:var(--ag-note)}} .ag-result .ag-dim{{color:var(--ag-dim)}}
.ag-result .ag-text{{margin:.3em 0;padding:.4em .6em;border:0;border-radius:4px;background:var(--ag-soft);\
color:inherit;font:12.5px/1.45 ui-monospace,Menlo,Consolas,monospace;white-space:pre-wrap;overflow-x:auto}}
.ag-result .ag-sr{{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}}
{GRID_STYLE}"""
_MARKS = {
    Outcome.PASSED: ("✓", "ag-good"),
    Outcome.NOT_ATTEMPTED: ("·", "ag-dim"),
    Outcome.GRADER_ERROR: ("!", "ag-note"),
}
_IGNORED = "tex2jax_ignore mathjax_ignore"  # a dollar sign in a message is no formula


def render_html(result: ExerciseResult, filename: str = "", idea: str = "", next_step: str = "") -> str:
    """The whole fragment. The idea is for those who passed."""
    page = _HtmlResult(result)
    spoken = total(result) if result.faulty else f"{points(result.score)} of {points(result.max_score)} points"
    return _frame(
        f"Result of {result.title}: {spoken}",
        page.header(filename),
        *page.cause(),
        *page.checks(),
        *page.footer(),
        *([_line(_tag("strong", "", "The idea: "), safe(idea))] if idea and result.passed else []),
        *([_line(safe(f"→ {next_step}"))] if next_step else []),
    )


def render_words(title: str, text: str) -> str:
    """A hint, or what went wrong before there was a result."""
    return _frame(title, _line(_tag("strong", "", safe(title))), *map(_line, map(safe, text.split("\n"))))


def _frame(label: str, *content: str) -> str:
    """Content in the frame that gives it its style."""
    about = f' role="group" aria-label="{safe(label)}"'
    return _tag("div", f"ag-result {_IGNORED}", f"<style>{_STYLE}</style>", *content, more=about)


class _HtmlResult:
    """What has been said already decides what is said next: a mistake is explained once."""

    def __init__(self, result: ExerciseResult) -> None:
        self._result = result
        self._titles = {check.id: check.title for check in result.checks}
        self._said: set[object] = set()
        self._cause = _cause_of_all(result.checks)

    def header(self, filename: str) -> str:
        title = _tag("strong", "", safe(self._result.title))
        file = _tag("span", "ag-dim", safe(f"· {filename}")) if filename else ""
        return _tag("p", "ag-head", title, file, _score(total(self._result)))

    def cause(self) -> Iterator[str]:
        if self._cause is not None:
            yield _line(_mark(*_marks(self._cause)), _tag("strong", "", safe(_said(self._cause))))
            yield _tag("div", "ag-body", *self._support(self._cause))

    def checks(self) -> Iterator[str]:
        """What keeps every check from running is said once, in their place."""
        if self._cause is None:
            items = [_tag("li", "ag-check", self._title(check), self._body(check)) for check in self._result.checks]
            yield _tag("ul", "ag-checks", *items, more=' role="list"')

    def footer(self) -> Iterator[str]:
        passed, count = sum(check.passed for check in self._result.checks), len(self._result.checks)
        left = self._result.outstanding
        yield from (_line(_tag("span", "ag-dim", safe(message))) for message in _unwritten(self._result.checks))
        if left > 0:
            word = "point comes" if left == 1 else "points come"
            yield _line(safe(f"{points(left)} more {word} from hidden checks when it is graded."))
        yield from (_line(safe(note)) for note in self._result.notes)
        words = f"All {count} checks passed." if passed == count else f"{passed} of {count} checks passed."
        words = words if self._cause is None else _none_could(self._cause, count)
        yield _line(_tag("strong", "ag-good" if passed == count else "", safe(words)))

    def _title(self, check: CheckResult) -> str:
        hidden = _tag("span", "ag-dim", "hidden: ") if check.hidden else ""
        how = f" ({in_words(check)})" if check.hidden and not check.passed else ""
        title = _tag("span", "", hidden, safe(check.title + how))
        return _tag("div", "ag-title", _mark(*_marks(check)), title, _score(score_of(check)))

    def _body(self, check: CheckResult) -> str:
        said = "" if check.hidden or check.outcome is Outcome.NOT_ATTEMPTED else "".join(self._lines(check))
        return _tag("div", "ag-body", said) if said else ""

    def _lines(self, check: CheckResult) -> Iterator[str]:
        if check.passed:
            yield from (draw(check.drawing),) if check.drawing is not None else ()
        elif check.follows in self._titles:
            yield _line(_tag("span", "ag-dim", safe(f"follows from '{self._titles[check.follows]}'")))
        else:
            yield _line(safe(_said(check)))
            yield from self._support(check)

    def _support(self, check: CheckResult) -> Iterator[str]:
        """Details and drawing, the likely cause, the next step, what was printed: what is not on the page already."""
        shown = [_block(check.details)] if check.details else []
        shown += [draw(check.drawing)] if check.drawing is not None else []
        yield from self._once((check.details, check.drawing), shown)
        told = [_line(_tag("span", "ag-note", safe(check.diagnosis)))] if check.diagnosis else []
        told += [_line(safe(f"→ {check.advice}"))] if check.advice else []
        again = [_line(_tag("span", "ag-dim", "same mistake as above"))] if told else []
        yield from self._once((check.misconception, check.diagnosis, check.advice), told) or again
        yield from _printed(check.printed)

    def _once(self, key: object, shown: list[str]) -> list[str]:
        new = key not in self._said
        self._said.add(key)
        return shown if new else []


def _cause_of_all(checks: Iterable[CheckResult]) -> CheckResult | None:
    """What kept every public check from running."""
    public = [check for check in checks if not check.hidden and check.id != OWN_WORK]
    ends = {(check.outcome, check.message) for check in public}
    ordinary = (Outcome.PASSED, Outcome.FAILED, Outcome.NOT_ATTEMPTED)
    return public[0] if len(public) > 1 and len(ends) == 1 and public[0].outcome not in ordinary else None


def _none_could(cause: CheckResult, count: int) -> str:
    if cause.outcome in (Outcome.RETURNED_NONE, Outcome.WRONG_TYPE):
        return f"All {count} checks end like this."
    return f"None of the {count} checks could {'be judged' if cause.outcome is Outcome.GRADER_ERROR else 'run'}."


def _unwritten(checks: Iterable[CheckResult]) -> list[str]:
    """Which functions nobody has touched, once for all the checks that need them."""
    open_ones = [check for check in checks if check.outcome is Outcome.NOT_ATTEMPTED and not check.hidden]
    return list(dict.fromkeys(check.message for check in open_ones if check.message))


def _said(check: CheckResult) -> str:
    return check.message or WORDS[check.outcome]


def _marks(check: CheckResult) -> tuple[str, str, str]:
    return (*_MARKS.get(check.outcome, ("✗", "ag-bad")), in_words(check))


def _mark(sign: str, role: str, word: str) -> str:
    """The sign for those who see it, the word for those who hear the page."""
    spoken = _tag("span", "ag-sr", safe(f"{word}: ")) if word else ""
    return f'<span class="ag-mark {role}" aria-hidden="true">{sign}</span>{spoken}'


def _score(text: str) -> str:
    return _tag("span", "ag-points", text)


def _printed(printed: str) -> Iterator[str]:
    if printed.strip():
        lines = printed.rstrip().split("\n")
        more = len(lines) - PRINTED_LINES
        yield _line(_tag("span", "ag-dim", "printed:"))
        yield _block([*lines[:PRINTED_LINES], *([f"… {more} more lines"] if more > 0 else [])])


def _block(lines: Iterable[str]) -> str:
    return _tag("pre", "ag-text", safe("\n".join(lines)))


def _line(*content: str) -> str:
    return _tag("p", "ag-line", *content)


def _tag(name: str, role: str, *content: str, more: str = "") -> str:
    kind = f' class="{role}"' if role else ""
    return f"<{name}{kind}{more}>{''.join(content)}</{name}>"
