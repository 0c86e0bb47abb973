"""Markdown for a terminal: what statements use, and no more.

LaTeX formulas are for notebooks. A statement also gives each formula in readable characters, so `$$` blocks are left
out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import zip_longest

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from grader.render.style import Style, display_width, pad, pad_left, wrap

GAP = "  "
# Only the structure is parsed: `inline` handles what is within a line.
_PARSER = MarkdownIt("commonmark").enable("table").disable(["inline", "html_block", "lheading", "reference"])
_BEFORE = re.compile(
    r"(?P<fence>^ *(?P<ticks>`{3,}|~{3,}).*?^ *(?P=ticks))|^ *\$\$.*?(?:\$\$[^\n]*|\Z)|^(?P<indent> {0,3})\+ ",
    re.MULTILINE | re.DOTALL,
)
_FOLDED = re.compile(
    r"^<details>\n<summary>(?P<title>.*?)</summary>\n(?P<text>.*?)^</details>$", re.MULTILINE | re.DOTALL
)
_PICTURE = re.compile(r"!\[(?P<caption>[^\]]+)\]\((?P<name>[^)]+)\)\s*")
_INLINE = re.compile(
    r"(?P<code>(?P<ticks>`+)(?P<source>.+?)(?P=ticks))"
    r"|\\(?P<escaped>[\\`*_{}\[\]()#+.!|$>-])"
    r"|(?P<block>\$\$.*?\$\$)"
    r"|\$(?P<math>[^\s$](?:[^$]*[^\s$])?)\$(?!\d)"
    r"|!?\[(?P<link>[^\]]+)\]\([^)]*\)"
    r"|\*\*(?P<bold>\S(?:.*?\S)?)\*\*"
    r"|\*(?P<italic>[^\s*](?:[^*]*[^\s*])?)\*"
)


def _prepare(found: re.Match[str]) -> str:
    """Formulas are dropped; a plus at the start of a line does not start a list; fenced code stays."""
    return found["fence"] or ("" if found["indent"] is None else rf"{found['indent']}\+ ")


def render(
    markdown: str, style: Style, picture: Callable[[str], str | None] = lambda _: None, unfold: str | None = None
) -> str:
    """The statement as text of the terminal's width; code is kept as it is.

    `picture` returns the SVG of a name, or None. A picture is drawn above its caption; without a file the caption
    stands alone. `unfold` is the command that shows what is in `<details>`, and is printed in its place; with None the
    details are printed.
    """
    folded = r"## \g<title>\n\g<text>" if unfold is None else rf"**\g<title>**: `{unfold}`"
    source = _BEFORE.sub(_prepare, _FOLDED.sub(folded, style.clean(markdown).expandtabs(4)))
    blank = [not line.strip("> ") for line in source.split("\n")]

    def blocks(nodes: list[SyntaxTreeNode], style: Style) -> list[str]:
        """The blocks, separated by a blank line where they are in the source."""
        out: list[str] = []
        for node in nodes:
            assert node.map is not None
            out += [""] * bool(out and blank[node.map[0] - 1]) + block(node, style)
        return out

    def block(node: SyntaxTreeNode, style: Style) -> list[str]:
        match node.type:
            case "fence" | "code_block":
                return [f"    {line}" for line in node.content.removesuffix("\n").split("\n")]
            case "heading":
                lines = wrap(style.bold(inline(_text(node), style)), style.width)
                rule = {"h1": "═" if style.unicode else "=", "h2": style.line}.get(node.tag)
                return [*lines, style.dim(rule * max(map(display_width, lines)))] if rule else lines
            case "hr":
                return [style.dim(style.line * min(style.width, 20))]
            case "table":
                return render_table(node, style)
            case "blockquote":
                lines = blocks(node.children, style._replace(width=style.width - 2))
                return [f"{style.dim(style.bar)} {line}" for line in lines]
            case "bullet_list" | "ordered_list":
                return blocks(node.children, style)
            case "list_item":
                lead = f"{node.info}{node.markup} " if node.info else f"{style.bullet} "
                first, *more = blocks(node.children, style._replace(width=style.width - len(lead))) or [""]
                return [lead + first, *(" " * len(lead) + line for line in more)]
        if found := _PICTURE.fullmatch(_text(node)):
            from grader.render.matrices import draw
            from grader.render.picture import from_svg

            svg = picture(found["name"])
            drawn = from_svg(svg) if svg is not None else None
            caption = wrap(style.italic(inline(found["caption"], style)), style.width)
            return [*(draw(drawn, style) if drawn else []), *caption]
        return wrap(inline(_text(node), style), style.width)

    return "\n".join(line.rstrip() for line in blocks(SyntaxTreeNode(_PARSER.parse(source)).children, style))


def _text(node: SyntaxTreeNode) -> str:
    """The Markdown of a paragraph, a heading or a cell, on one line."""
    return " ".join(child.content.replace("\n", " ") for child in node.children)


def render_table(node: SyntaxTreeNode, style: Style) -> list[str]:
    """Aligned columns, with cells wrapped if necessary; one entry below the other if words would not fit."""
    cells = [row.children for part in node.children for row in part.children]
    rows = [[inline(_text(cell), style) for cell in row] for row in cells]
    widths = _fit(rows, style.width)
    if widths is None:
        return _stacked(rows, style)
    right = [cell.attrs.get("style") == "text-align:right" for cell in cells[0]]
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
