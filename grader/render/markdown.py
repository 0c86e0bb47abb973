"""Markdown in a terminal, with its tables."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import takewhile, zip_longest
from typing import TypeAlias

from grader.render.style import Style, display_width, pad, pad_left, wrap

# ---- Tables of a statement: aligned columns where they fit, one entry below the other where they do not.


Inline: TypeAlias = Callable[[str, Style], str]

GAP = "  "
_DELIMITER = re.compile(r"\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$")
_PIPE = re.compile(r"(?<!\\)\|")


def is_table(lines: list[str]) -> bool:
    """A row, and below it the line of dashes."""
    return len(lines) == 2 and all(line.startswith("|") for line in lines) and bool(_DELIMITER.match(lines[1]))


def render_table(block: list[str], style: Style, inline: Inline) -> list[str]:
    """Lines of the table, cells wrapped where the terminal is too narrow for them."""
    head, dashes, *body = (_cells(line) for line in block)
    rows = [_row(cells, len(head), style, inline) for cells in (head, *body)]
    widths = _fit(rows, style.width)
    if widths is None:
        return _stacked(rows, style)
    right = [dash.endswith(":") and not dash.startswith(":") for dash in dashes]
    lines = [list(_lines(row, widths, right)) for row in rows]
    rule = style.dim(GAP.join(style.line * width for width in widths))
    heading = [style.bold(line) for line in lines[0]] if any(rows[0]) else []
    return [*heading, rule, *(line for row in lines[1:] for line in row)]


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in _PIPE.split(line.strip().removeprefix("|").removesuffix("|"))]


def _row(cells: list[str], count: int, style: Style, inline: Inline) -> list[str]:
    return [inline(cell, style) for cell in (cells + [""] * count)[:count]]


def _fit(rows: list[list[str]], width: int) -> list[int] | None:
    """A width for each column, the widest shortened first; None if words would have to be broken."""
    columns = list(zip(*rows, strict=True))
    widths = [max(map(display_width, column)) for column in columns]
    least = [max(display_width(word) for cell in column for word in cell.split() or [""]) for column in columns]
    room = width - len(GAP) * (len(columns) - 1)
    while sum(widths) > room:
        shrinkable = [at for at in range(len(widths)) if widths[at] > least[at]]
        if not shrinkable:
            return None
        widths[max(shrinkable, key=widths.__getitem__)] -= 1
    return widths


def _lines(row: list[str], widths: list[int], right: list[bool]) -> Iterator[str]:
    wrapped = [wrap(cell, width) for cell, width in zip(row, widths, strict=True)]
    sides = [pad_left if at < len(right) and right[at] else pad for at in range(len(widths))]
    for cells in zip_longest(*wrapped, fillvalue=""):
        padded = (side(cell, width) for side, cell, width in zip(sides, cells, widths, strict=True))
        yield GAP.join(padded).rstrip()


def _stacked(rows: list[list[str]], style: Style) -> list[str]:
    head, *body = rows
    out: list[str] = []
    for first, *cells in body:
        out += wrap(style.bold(first), style.width)
        for name, cell in zip(head[1:], cells, strict=True):
            if cell:
                out += wrap(f"{style.dim(name + ':') if name else ''} {cell}", style.width, "    ", "  ")
    return out


# ---- A statement's Markdown, rendered for a terminal: what statements use, and no more.
#
# Formulas in LaTeX are for notebooks; a statement gives each in readable letters too, so that `$$` blocks are
# left out.


_HEADING = re.compile(r"(#{1,6})\s+(.*?)\s*#*$")
_ITEM = re.compile(r"( {0,3})([-*]|\d{1,3}[.)])(\s+|$)")
_FENCE = re.compile(r" {0,3}(```+|~~~+)")
_PICTURE = re.compile(r"!\[(?P<caption>[^\]]+)\]\((?P<name>[^)]+)\)\s*")
_RULE = re.compile(r" {0,3}([-*_])( *\1){2,} *$")
_INLINE = re.compile(
    r"(?P<code>(?P<ticks>`+)(?P<source>.+?)(?P=ticks))"
    r"|\\(?P<escaped>[\\`*_{}\[\]()#+.!|$>-])"
    r"|(?P<block>\$\$.*?\$\$)"
    r"|\$(?P<math>[^\s$](?:[^$]*[^\s$])?)\$(?!\d)"
    r"|!?\[(?P<link>[^\]]+)\]\([^)]*\)"
    r"|\*\*(?P<bold>\S(?:.*?\S)?)\*\*"
    r"|\*(?P<italic>[^\s*](?:[^*]*[^\s*])?)\*"
)


def render(markdown: str, style: Style, picture: Callable[[str], str | None] = lambda _: None) -> str:
    """The statement as text of the terminal's width. Code stays as it is. `picture` gives the SVG of a name."""
    lines = style.clean(markdown).expandtabs(4).strip("\n").split("\n")
    out: list[str] = []
    while lines:
        at = next((at for at, line in enumerate(lines) if _PICTURE.fullmatch(line)), len(lines))
        before, shown, lines = lines[:at], lines[at : at + 1], lines[at + 1 :]
        for block in (_render(before, style), *(_picture(line, style, picture) for line in shown)):
            out += [""] * bool(out and block) + block
    return "\n".join(line.rstrip() for line in out)


def _picture(line: str, style: Style, picture: Callable[[str], str | None]) -> list[str]:
    """Drawn, with its caption underneath; without the file, the caption alone."""
    from grader.render.picture import draw, from_svg

    found = _PICTURE.fullmatch(line)
    assert found is not None
    caption = wrap(style.italic(inline(found["caption"], style)), style.width)
    source = picture(found["name"])
    drawn = from_svg(source) if source is not None else None
    return [*draw(drawn, style), *caption] if drawn is not None else caption


def _render(lines: list[str], style: Style) -> list[str]:
    """Blocks stand apart where a blank line parts them in the source."""
    out: list[str] = []
    apart = False
    for kind, block in _blocks(lines):
        if kind in ("blank", "math"):
            apart = True
            continue
        if apart and out:
            out.append("")
        out += _RENDER[kind](block, style)
        apart = False
    return out


def _blocks(lines: list[str]) -> Iterator[tuple[str, list[str]]]:
    at = 0
    while at < len(lines):
        kind = _kind(lines, at)
        end = at + max(1, _length(kind, lines[at:]))
        yield kind, lines[at:end]
        at = end


def _kind(lines: list[str], at: int) -> str:
    line = lines[at]
    tests: dict[str, object] = {
        "blank": not line.strip(),
        "code": line.startswith("    "),
        "math": line.lstrip().startswith("$$"),
        "fence": _FENCE.match(line),
        "heading": _HEADING.match(line),
        "rule": _RULE.match(line),
        "table": is_table(lines[at : at + 2]),
        "quote": line.startswith(">"),
        "item": _ITEM.match(line),
    }
    return next((kind for kind, holds in tests.items() if holds), "text")


def _length(kind: str, lines: list[str]) -> int:
    """How many lines the block takes that begins here."""
    if kind in ("fence", "math"):
        return _closed(kind, lines)
    if kind == "item":
        return _list_length(lines)
    if kind == "code":
        return _trimmed(list(takewhile(lambda line: not line.strip() or line.startswith("    "), lines)))
    if kind in ("table", "quote"):
        mark = "|" if kind == "table" else ">"
        return len(list(takewhile(lambda line: line.startswith(mark), lines)))
    if kind == "text":
        ends = (at for at in range(1, len(lines)) if _kind(lines, at) not in ("text", "code"))
        return next(ends, len(lines))
    return 1


def _closed(kind: str, lines: list[str]) -> int:
    mark = "$$" if kind == "math" else lines[0].strip()[:3]
    if kind == "math" and lines[0].count(mark) > 1:
        return 1
    ends = (at for at, line in enumerate(lines[1:], 2) if mark in line)
    return next(ends, len(lines))


def _list_length(lines: list[str]) -> int:
    """Up to the first line that belongs to no item of this list."""
    ends = (at for at in range(1, len(lines)) if _leaves_list(lines, at))
    return _trimmed(lines[: next(ends, len(lines))])


def _leaves_list(lines: list[str], at: int) -> bool:
    """Not indented, and: an item of the other sort, something else, or text after a blank line."""
    line = lines[at]
    if not line.strip() or line.startswith(" "):
        return False
    if _ITEM.match(line):
        return line[0].isdigit() != lines[0].lstrip()[0].isdigit()
    return not lines[at - 1].strip() or _kind(lines, at) != "text"


def _trimmed(lines: list[str]) -> int:
    while lines and not lines[-1].strip():
        lines = lines[:-1]
    return len(lines)


def _heading(block: list[str], style: Style) -> list[str]:
    found = _HEADING.match(block[0])
    assert found is not None
    lines = wrap(style.bold(inline(found[2], style)), style.width)
    if len(found[1]) > 2:
        return lines
    rule = ("═" if style.unicode else "=") if len(found[1]) == 1 else style.line
    return [*lines, style.dim(rule * max(map(display_width, lines)))]


def _rule(_: list[str], style: Style) -> list[str]:
    return [style.dim(style.line * min(style.width, 20))]


def _text(block: list[str], style: Style) -> list[str]:
    return wrap(inline(" ".join(block), style), style.width)


def _code(block: list[str], _: Style) -> list[str]:
    return block


def _fence(block: list[str], _: Style) -> list[str]:
    body = block[1:]
    if body and _FENCE.match(body[-1]):
        body = body[:-1]
    return [f"    {line}" for line in body]


def _quote(block: list[str], style: Style) -> list[str]:
    inside = [line[1:].removeprefix(" ") for line in block]
    lines = _render(inside, style._replace(width=style.width - 2))
    return [f"{style.dim(style.bar)} {line}" for line in lines]


def _list(block: list[str], style: Style) -> list[str]:
    out: list[str] = []
    for mark, lines in _items(block):
        lead = f"{mark if mark[0].isdigit() else style.bullet} "
        inside = _render(lines, style._replace(width=style.width - len(lead))) or [""]
        out += [lead + inside[0], *(" " * len(lead) + line for line in inside[1:])]
        out += [""] * (len(lines) > 1 and not lines[-1].strip())  # items that stand apart in the source
    return out


def _items(block: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Each item's mark, and its lines without their indent."""
    outer = len(block[0]) - len(block[0].lstrip())
    starts = [at for at, line in enumerate(block) if (found := _ITEM.match(line)) and len(found[1]) <= outer]
    for start, end in zip(starts, [*starts[1:], len(block)], strict=True):
        found = _ITEM.match(block[start])
        assert found is not None
        inside = [block[start][found.end() :]]
        inside += [line[min(found.end(), len(line) - len(line.lstrip())) :] for line in block[start + 1 : end]]
        yield found[2], inside


_RENDER: dict[str, Callable[[list[str], Style], list[str]]] = {
    "code": _code,
    "fence": _fence,
    "heading": _heading,
    "rule": _rule,
    "table": lambda block, style: render_table(block, style, inline),
    "quote": _quote,
    "item": _list,
    "text": _text,
}


def inline(text: str, style: Style) -> str:
    """Bold, italic, code, links and formulas within a line. Without colours, code keeps its backticks."""

    def shown(found: re.Match[str]) -> str:
        part = found.groupdict()
        if part["code"]:
            return style.accent(part["source"].strip()) if style.color else part["code"]
        if part["bold"]:
            return style.bold(inline(part["bold"], style))
        if part["italic"]:
            return style.italic(inline(part["italic"], style))
        if part["link"]:
            return inline(part["link"], style)
        return part["escaped"] or part["math"] or ""

    return _INLINE.sub(shown, text)
