"""Markdown for a terminal: what statements use, and no more.

LaTeX formulas are for notebooks. A statement also gives each formula in readable characters, so `$$` blocks are left
out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import takewhile, zip_longest

from grader.render.style import Style, display_width, pad, pad_left, wrap

GAP = "  "
_DELIMITER = re.compile(r"\|\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$")
_PIPE = re.compile(r"(?<!\\)\|")


def render_table(block: list[str], style: Style) -> list[str]:
    """Aligned columns, with cells wrapped if necessary; one entry below the other if words would not fit."""
    head, dashes, *body = (
        [cell.strip() for cell in _PIPE.split(line.strip().removeprefix("|").removesuffix("|"))] for line in block
    )
    padding = [""] * len(head)
    rows = [[inline(cell, style) for cell in (cells + padding)[: len(head)]] for cells in (head, *body)]
    widths = _fit(rows, style.width)
    if widths is None:
        return _stacked(rows, style)
    right = [dash.endswith(":") and not dash.startswith(":") for dash in [*dashes, *padding]]
    lines = [list(_lines(row, widths, right)) for row in rows]
    rule = style.dim(GAP.join(style.line * width for width in widths))
    heading = [style.bold(line) for line in lines[0]] if any(rows[0]) else []
    return [*heading, rule, *(line for row in lines[1:] for line in row)]


def _fit(rows: list[list[str]], width: int) -> list[int] | None:
    """The width of each column, the widest shortened first; None if words would have to be broken."""
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
    for cells in zip_longest(*wrapped, fillvalue=""):
        columns = zip(cells, widths, right, strict=False)
        yield GAP.join(pad_left(cell, width) if flush else pad(cell, width) for cell, width, flush in columns).rstrip()


def _stacked(rows: list[list[str]], style: Style) -> list[str]:
    head, *body = rows
    out: list[str] = []
    for first, *cells in body:
        out += wrap(style.bold(first), style.width)
        for name, cell in zip(head[1:], cells, strict=True):
            if cell:
                out += wrap(f"{style.dim(name + ':') if name else ''} {cell}", style.width, "    ", "  ")
    return out


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
    """The statement as text of the terminal's width; code is kept as it is.

    `picture` returns the SVG of a name, or None. A picture is drawn above its caption; without a file the caption
    stands alone.
    """
    lines = style.clean(markdown).expandtabs(4).strip("\n").split("\n")
    blocks: list[list[str]] = []
    start = 0
    for at, line in enumerate(lines):
        if found := _PICTURE.fullmatch(line):
            from grader.render.picture import draw, from_svg

            source = picture(found["name"])
            drawn = from_svg(source) if source is not None else None
            caption = wrap(style.italic(inline(found["caption"], style)), style.width)
            blocks += [_render(lines[start:at], style), [*(draw(drawn, style) if drawn else []), *caption]]
            start = at + 1
    blocks.append(_render(lines[start:], style))
    return "\n\n".join("\n".join(line.rstrip() for line in block) for block in blocks if block)


def _render(lines: list[str], style: Style) -> list[str]:
    """Blocks are separated by a blank line where they are in the source."""
    out: list[str] = []
    apart, at = False, 0
    while at < len(lines):
        kind = _kind(lines, at)
        end = at + max(1, _length(kind, lines[at:]))
        if kind in ("blank", "math"):
            apart = True
        else:
            out += [""] * bool(apart and out) + _block(kind, lines[at:end], style)
            apart = False
        at = end
    return out


def _kind(lines: list[str], at: int) -> str:
    line = lines[at]
    tests: dict[str, object] = {
        "blank": not line.strip(),
        "code": line.startswith("    "),
        "math": line.lstrip().startswith("$$"),
        "fence": _FENCE.match(line),
        "heading": _HEADING.match(line),
        "rule": _RULE.match(line),
        "table": line.startswith("|") and at + 1 < len(lines) and _DELIMITER.match(lines[at + 1]),
        "quote": line.startswith(">"),
        "item": _ITEM.match(line),
    }
    return next((kind for kind, holds in tests.items() if holds), "text")


def _length(kind: str, lines: list[str]) -> int:
    """The number of lines of the block that starts here."""
    match kind:
        case "math" if lines[0].count("$$") > 1:
            return 1
        case "fence" | "math":
            mark = "$$" if kind == "math" else lines[0].strip()[:3]
            return next((at for at, line in enumerate(lines[1:], 2) if mark in line), len(lines))
        case "item":
            end = next((at for at in range(1, len(lines)) if _leaves_list(lines, at)), len(lines))
            return _trimmed(lines[:end])
        case "code":
            return _trimmed(list(takewhile(lambda line: not line.strip() or line.startswith("    "), lines)))
        case "table" | "quote":
            mark = "|" if kind == "table" else ">"
            return len(list(takewhile(lambda line: line.startswith(mark), lines)))
        case "text":
            ends = (at for at in range(1, len(lines)) if _kind(lines, at) not in ("text", "code"))
            return next(ends, len(lines))
    return 1


def _leaves_list(lines: list[str], at: int) -> bool:
    """Is the line not indented, and an item of another kind, another block, or text after a blank line?"""
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


def _block(kind: str, block: list[str], style: Style) -> list[str]:
    match kind:
        case "code":
            return block
        case "fence":
            closed = len(block) > 1 and _FENCE.match(block[-1])
            return [f"    {line}" for line in (block[1:-1] if closed else block[1:])]
        case "heading":
            marks, text = _HEADING.findall(block[0])[0]
            lines = wrap(style.bold(inline(text, style)), style.width)
            rule = {1: "═" if style.unicode else "=", 2: style.line}.get(len(marks))
            return [*lines, style.dim(rule * max(map(display_width, lines)))] if rule else lines
        case "rule":
            return [style.dim(style.line * min(style.width, 20))]
        case "table":
            return render_table(block, style)
        case "quote":
            inside = [line[1:].removeprefix(" ") for line in block]
            lines = _render(inside, style._replace(width=style.width - 2))
            return [f"{style.dim(style.bar)} {line}" for line in lines]
        case "item":
            return _list(block, style)
    return wrap(inline(" ".join(block), style), style.width)


def _list(block: list[str], style: Style) -> list[str]:
    out: list[str] = []
    for mark, lines in _items(block):
        lead = f"{mark if mark[0].isdigit() else style.bullet} "
        inside = _render(lines, style._replace(width=style.width - len(lead))) or [""]
        out += [lead + inside[0], *(" " * len(lead) + line for line in inside[1:])]
        out += [""] * (len(lines) > 1 and not lines[-1].strip())  # items that stand apart in the source
    return out


def _items(block: list[str]) -> Iterator[tuple[str, list[str]]]:
    """The mark of each item, and its lines without their indentation."""
    outer = len(block[0]) - len(block[0].lstrip())
    starts = [at for at, line in enumerate(block) if (found := _ITEM.match(line)) and len(found[1]) <= outer]
    for start, end in zip(starts, [*starts[1:], len(block)], strict=True):
        found = _ITEM.match(block[start])
        assert found is not None
        inside = [block[start][found.end() :]]
        inside += [line[min(found.end(), len(line) - len(line.lstrip())) :] for line in block[start + 1 : end]]
        yield found[2], inside


def inline(text: str, style: Style) -> str:
    """Bold, italic, code, links and formulas within a line. Without colours, code keeps its backticks."""

    def shown(found: re.Match[str]) -> str:
        if found["code"]:
            return style.accent(found["source"].strip()) if style.color else found["code"]
        for role in ("bold", "italic"):
            if found[role]:
                return style.paint(role, inline(found[role], style))
        return inline(found["link"], style) if found["link"] else found["escaped"] or found["math"] or ""

    return _INLINE.sub(shown, text)
