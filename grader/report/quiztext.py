"""Texts of quizzes for a terminal: Markdown, formulas in readable letters, code with colours, matrices aligned."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from grader.report.latex import displayed, notation, readable
from grader.report.markdown import inline, render
from grader.report.style import Style, display_width, pad_left

_FENCE = re.compile(r"^(?P<mark>```+|~~~+)(?P<language>[\w+-]*)[^\n]*\n(?P<code>.*?)^(?P=mark)[ \t]*$\n?", re.M | re.S)
_SPAN = re.compile(
    r"(?P<code>(?P<ticks>`+).+?(?P=ticks))|(?P<escaped>\\\$)"
    r"|\$\$(?P<display>.+?)\$\$|\$(?P<math>[^\s$](?:[^$]*[^\s$])?)\$(?!\d)"
    r"|(?P<stars>\*{1,2})(?P<stressed>[^\s*](?:[^*\n]*[^\s*])?)(?P=stars)(?!\*)",
    re.DOTALL,
)
_SPECIAL = re.compile(r"[\\`*\[\]$|]")
_NUMBERS = r"\[\s*[-−+.\deE,\s]+\]"
_MATRIX = re.compile(rf"(?P<name>[^`\n=]*=)?\s*`?\[(?P<rows>\s*{_NUMBERS}(?:\s*,\s*{_NUMBERS})+)\s*\]`?\s*")


class Writer:
    """Writes the texts of one question; `texts` are all of them, so that its formulas look alike."""

    def __init__(self, style: Style, texts: Iterable[str] = ()) -> None:
        self.style = style
        self._notation = notation(texts, style.unicode)

    def line(self, markdown: str) -> str:
        """A text in one line, without its blocks of code."""
        text = self.style.clean(" ".join(_FENCE.sub("", markdown).split()))
        return inline(self._formulas(text, upright=False), self.style)

    def block(self, markdown: str, width: int | None = None, aligned: bool = True) -> list[str]:
        """A text in lines of at most that width; code stays as it is. `aligned`: matrices that stand alone are."""
        style = self.style._replace(width=max(10, width or self.style.width))
        out: list[str] = []
        for part in self._parts(style.clean(markdown).expandtabs(4), style, aligned):
            out += [""] * bool(out and part) + part
        return out

    def hanging(self, lead: str, markdown: str, width: int | None = None) -> list[str]:
        """A text behind a mark, indented as far as the mark reaches."""
        margin = display_width(lead)
        first, *more = self.block(markdown, (width or self.style.width) - margin, aligned=False) or [""]
        return [f"{lead}{first}", *(f"{' ' * margin}{line}".rstrip() for line in more)]

    def _parts(self, text: str, style: Style, aligned: bool) -> Iterator[list[str]]:
        at = 0
        for fence in _FENCE.finditer(text):
            yield self._prose(text[at : fence.start()], style, aligned)
            code = fence["code"].rstrip("\n")
            yield [f"    {line}".rstrip() for line in highlighted(code, fence["language"], style)]
            at = fence.end()
        yield self._prose(text[at:], style, aligned)

    def _prose(self, text: str, style: Style, aligned: bool) -> list[str]:
        lines = [_aligned(line) if aligned else line for line in text.split("\n")]
        whole = self._formulas("\n".join(lines), upright=True).strip("\n")
        return render(whole, style).split("\n") if whole.strip() else []

    def _formulas(self, text: str, upright: bool) -> str:
        """Markdown without formulas: each in letters, safe from Markdown; a displayed one as a block of its own."""

        def shown(found: re.Match[str]) -> str:
            if found["display"] and upright:
                lines = displayed(found["display"], self._notation)
                return "\n\n" + "\n".join(f"    {line}" for line in lines) + "\n\n"
            if found["stressed"]:
                inside = _SPAN.sub(shown, found["stressed"])
                stars = found["stars"] if self.style.color else r"\*"  # what has no other look keeps its marks
                return f"{stars}{inside}{stars}"
            formula = found["display"] or found["math"]
            return _SPECIAL.sub(r"\\\g<0>", readable(formula, self._notation)) if formula else found[0]

        return _SPAN.sub(shown, text)


def highlighted(code: str, language: str, style: Style) -> list[str]:
    """Lines of code, with colours where there are any and Pygments knows the language."""
    plain = code.split("\n")
    if not style.color or not language:
        return plain
    try:
        from pygments import lexers, token, util  # type: ignore[import-untyped]  # it has no types
    except ModuleNotFoundError:
        return plain
    try:
        lexer = lexers.get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except util.ClassNotFound:
        return plain
    paints = {token.Keyword: style.accent, token.String: style.good, token.Comment: style.dim, token.Number: style.warn}
    out = ""
    for kind, text in lexer.get_tokens(code):
        paint = next((paint for known, paint in paints.items() if kind in known), None)
        out += paint(text) if paint else text
    return out.split("\n")


def _aligned(line: str) -> str:
    """`A = [[1, 2], [30, 4]]` alone in a line becomes a block, its columns aligned."""
    found = _MATRIX.fullmatch(line)
    if not found:
        return line
    rows = [[cell.strip() for cell in row.split(",")] for row in re.findall(r"\[([^\]]*)\]", found["rows"])]
    if len({len(row) for row in rows}) > 1:
        return line
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    bodies = [f"[{', '.join(map(pad_left, row, widths))}]" for row in rows]
    name = f"{found['name'].strip()} " if found["name"] else ""
    margin = " " * len(name)
    block = [f"{name if not at else margin}{' ' if at else '['}{body}" for at, body in enumerate(bodies)]
    return "\n" + "\n".join(f"    {text}," for text in block)[:-1] + "]\n"
