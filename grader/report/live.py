"""One line about a check that is still running: how far it is, from what it prints."""

from __future__ import annotations

import re

from grader.report.style import Style, cut, display_width, pad

_STEP = re.compile(r"(\d{1,12})\s*(?:of|/)\s*(\d{1,12})\b\s*(.*)")  # "step 250 of 500   loss 0.41"
_BAR = 20
_KEPT = 2000


class Live:
    """Hears what checks print, bit by bit, and says what a person should see now."""

    def __init__(self, titles: dict[str, str], style: Style) -> None:
        self._titles = titles
        self._style = style
        self._check = ""
        self._text = ""

    def line(self, check: str, text: str) -> str | None:
        """The line to show after `text` has been printed; None if it changes nothing."""
        if check != self._check:
            self._check, self._text = check, ""
        self._text = (self._text + text)[-_KEPT:]
        whole = self._text.rpartition("\n")[0].strip().rpartition("\n")[2]  # the last line that has ended
        if not whole:
            return None
        step = _STEP.search(whole)
        said = _bar(int(step[1]), int(step[2]), step[3], self._style) if step else self._style.clean(whole)
        title = self._style.clean(self._titles.get(check, check))
        room = self._style.width - 1
        if step:  # the bar is what matters: the title gets what is left
            title = cut(title, max(12, room - display_width(said) - 2), self._style.ellipsis)
        return cut(f"{title}  {said}", room, self._style.ellipsis)


def bar_line(title: str, done: int, all_of_it: int, rest: str, style: Style) -> str:
    """A title, a bar, a count and what else there is to say, on one line."""
    return cut(f"{title}  {_bar(done, all_of_it, rest, style)}", style.width - 1, style.ellipsis)


def _bar(done: int, all_of_it: int, rest: str, style: Style) -> str:
    share = min(1.0, done / all_of_it) if all_of_it else 0.0
    full, empty = ("█", "░") if style.unicode else ("#", ".")
    bar = style.accent(pad(full * round(share * _BAR), _BAR).replace(" ", empty))
    return f"{bar}  {done}/{all_of_it}  {style.clean(' '.join(rest.split()))}".rstrip()
