"""A result as a student reads it in a terminal; many results in one table; a line about a check that still runs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from grader.render.style import Style, cut, display_width, pad, pad_left, spread, wrap
from grader.results import CheckResult, Drawing, ExerciseResult, Outcome
from grader.text import counted

# ---- A result as a student reads it in a terminal: what was checked, what came out, the likely cause, the next
# step.


PRINTED_LINES = 10
INDENT = "  "
VERBATIM = "    "  # code: its spaces mean something
DOCTOR = "run grader doctor"
OWN_WORK = "own_work"  # the engine's own check: when nothing runs, it says so in other words than the rest
_UNTOUCHED = r"(\w+) is still as the stub has it\b"

WORDS = {
    Outcome.PASSED: "passed",
    Outcome.FAILED: "wrong value",
    Outcome.NOT_ATTEMPTED: "not written yet",
    Outcome.NOT_IMPLEMENTED: "raises NotImplementedError",
    Outcome.SYNTAX_ERROR: "syntax error",
    Outcome.IMPORT_ERROR: "could not be imported",
    Outcome.MISSING_FUNCTION: "a function is missing",
    Outcome.WRONG_ARGUMENTS: "takes other arguments",
    Outcome.RETURNED_NONE: "returned None",
    Outcome.WRONG_TYPE: "returned another type",
    Outcome.RAISED: "raised an exception",
    Outcome.TIMED_OUT: "ran too long",
    Outcome.OUT_OF_MEMORY: "used too much memory",
    Outcome.CRASHED: "crashed",
    Outcome.EXITED: "ended the program",
    Outcome.OUTPUT_TOO_LARGE: "returned or printed too much",
    Outcome.NOT_RUN: "not run after timeouts",
    Outcome.GRADER_ERROR: "could not be checked",
}


def render_result(
    result: ExerciseResult,
    filename: str,
    style: Style,
    *,
    verbose: bool = False,
    idea: str = "",
    next_step: str = "",
) -> str:
    """The whole page, without a line end at its end. Idea and next step are for those who passed."""
    page = _TextResult(result, style, verbose)
    lines = [*page.header(filename), "", *page.checks(), "", *page.footer(), *page.onward(idea, next_step)]
    return "\n".join(line.rstrip() for line in lines)


def in_words(check: CheckResult) -> str:
    """How it ended; of a hidden check only whether it passed."""
    return "failed" if check.hidden and check.outcome is Outcome.FAILED else WORDS[check.outcome]


def total(result: ExerciseResult) -> str:
    """There is none while a check could not be judged."""
    return "no score" if result.faulty else f"{points(result.score)} / {points(result.max_score)}"


def score_of(check: CheckResult) -> str:
    if check.outcome is Outcome.GRADER_ERROR:
        return "not checked"
    return f"{points(check.score)} / {points(check.max_score)}"


def points(value: float) -> str:
    """2, 1.5, 0.33: never 2.0."""
    return f"{round(value, 2):g}"


class _TextResult:
    """What has been said already decides what is said next: a mistake is explained once."""

    def __init__(self, result: ExerciseResult, style: Style, verbose: bool) -> None:
        self._result = result
        self._style = style
        self._verbose = verbose
        self._titles = {check.id: self._clean(check.title) for check in result.checks}
        self._explained: dict[str, str] = {}  # mistake → title of the check that explains it
        self._detailed: set[object] = set()  # details and drawings shown already: one error may stop many checks
        self._shared, self._rest = _shared(result.checks)
        self._passed = bool(result.checks) and result.passed

    def header(self, filename: str) -> list[str]:
        style, result = self._style, self._result
        name = style.dim(f"{style.dot} {self._clean(filename)}")
        score = style.bold(total(result))
        return spread(f"{style.bold(self._clean(result.title))} {name}", score, style.width)

    def checks(self) -> Iterator[str]:
        if self._passed:
            yield from self._lines(self._style.dim("What the checks proved:"))
        if self._shared:
            yield from self._cause_of_all(self._shared[0])
        for check in self._rest:
            yield from self._check(check)

    def footer(self) -> Iterator[str]:
        yield from self._lines(self._unwritten())
        left = self._result.outstanding
        if left > 0 and not self._passed:
            come = "point comes" if left == 1 else "points come"
            yield from self._lines(f"{points(left)} more {come} from hidden checks when it is graded.")
        for note in self._result.notes:
            yield from self._lines(self._clean(note))
        yield from self._lines(self._closing())

    def onward(self, idea: str, next_step: str) -> Iterator[str]:
        """After passing: what is still open, what there was to learn, where to go."""
        style, left = self._style, self._result.outstanding
        if not self._passed:
            return
        if left > 0:
            more = counted(left, "more point")
            yield from self._lines(f"Not the whole grade yet: hidden checks decide {more} when it is graded.")
        if idea:
            yield from self._lines(f"{style.bold('The idea:')} {self._clean(idea)}")
        if next_step:
            yield from wrap(self._clean(next_step), style.width, "  ", f"{style.arrow} ")

    def _cause_of_all(self, check: CheckResult) -> Iterator[str]:
        """What kept every check from running, once and first."""
        style = self._style
        yield from wrap(
            style.bold(self._clean(check.message or WORDS[check.outcome])), style.width, INDENT, f"{self._mark(check)} "
        )
        yield from self._details(check)
        yield from self._diagnosis(check)
        printed = next((one.printed for one in self._shared if one.printed.strip()), "")
        yield from self._printed(printed)

    def _check(self, check: CheckResult) -> Iterator[str]:
        yield from self._title(check)
        if check.hidden or check.outcome is Outcome.NOT_ATTEMPTED:
            return
        if check.passed:
            yield from self._drawing(check.drawing)
        else:
            yield from self._failure(check)
        if self._verbose or not check.passed:
            yield from self._printed(check.printed)

    def _title(self, check: CheckResult) -> list[str]:
        style, title = self._style, self._titles[check.id]
        right = score_of(check)
        if check.outcome is Outcome.NOT_ATTEMPTED:
            title, right = style.dim(title), style.dim(right)
        elif not check.passed:
            title = style.bold(title)
        if check.hidden:
            how = "" if check.passed else style.dim(f" ({in_words(check)})")
            title = f"{style.dim('hidden:')} {title}{how}"
        return spread(title, right, style.width, INDENT, f"{self._mark(check)} ")

    def _mark(self, check: CheckResult) -> str:
        style = self._style
        if check.passed:
            return style.good(style.tick)
        if check.outcome is Outcome.NOT_ATTEMPTED:
            return style.dim(style.dot)
        return style.warn("!") if check.outcome is Outcome.GRADER_ERROR else style.bad(style.cross)

    def _failure(self, check: CheckResult) -> Iterator[str]:
        before = self._titles.get(check.follows or "")
        known = _mistake(check) in self._explained
        if before is not None:
            yield from self._lines(self._style.dim(f"follows from '{before}'"), INDENT)
            if not known:
                yield from self._diagnosis(check)
            return
        yield from self._lines(self._clean(check.message or WORDS[check.outcome]), INDENT)
        if self._verbose or not known:
            yield from self._details(check)
        yield from self._diagnosis(check)

    def _details(self, check: CheckResult) -> Iterator[str]:
        if (check.details, check.drawing) in self._detailed and not self._verbose:
            return
        self._detailed.add((check.details, check.drawing))
        for line in (line for detail in check.details for line in detail.split("\n")):
            if line.startswith(VERBATIM):
                yield from self._verbatim(line, INDENT)
            else:
                yield from self._lines(self._clean(line), INDENT)
        yield from self._drawing(check.drawing)

    def _drawing(self, drawing: Drawing | None) -> Iterator[str]:
        if drawing is not None:
            from grader.render.matrices import draw  # few results need it

            narrower = self._style._replace(width=self._style.width - len(INDENT))
            yield from (INDENT + line for line in draw(drawing, narrower))

    def _diagnosis(self, check: CheckResult) -> Iterator[str]:
        style, mistake = self._style, _mistake(check)
        if mistake in self._explained:
            where = "above" if len(self._explained) == 1 else f"in '{self._explained[mistake]}'"
            yield from self._lines(style.dim(f"same mistake as {where}"), INDENT)
            return
        if mistake:
            self._explained[mistake] = self._titles[check.id]
        yield from self._lines(style.accent(self._clean(check.diagnosis or "")), INDENT)
        if check.advice:
            lead = f"{INDENT}{style.arrow} "
            yield from wrap(self._clean(check.advice), style.width, " " * display_width(lead), lead)

    def _printed(self, printed: str) -> Iterator[str]:
        if not printed.strip():
            return
        lines = printed.rstrip().split("\n")
        yield INDENT + self._style.dim("printed:")
        for line in lines[:PRINTED_LINES]:
            yield from self._verbatim(line[: 4 * self._style.width], 2 * INDENT, dim=True)
        more = len(lines) - PRINTED_LINES
        if more > 0:
            count = f"{self._style.ellipsis} {counted(more, 'more line')}"
            yield 2 * INDENT + self._style.dim(count)

    def _verbatim(self, line: str, indent: str, dim: bool = False) -> Iterator[str]:
        room = self._style.width - len(indent)
        text = cut(self._style.clean(line.rstrip("\r")).expandtabs(4), room, self._style.ellipsis)
        yield indent + (self._style.dim(text) if dim else text)

    def _unwritten(self) -> str:
        """Which functions nobody has touched: one line for all the checks that need them."""
        checks = [check for check in self._rest if check.outcome is Outcome.NOT_ATTEMPTED and not check.hidden]
        messages = list(dict.fromkeys(self._clean(check.message) for check in checks if check.message))
        names = [found[1] for message in messages if (found := re.match(_UNTOUCHED, message))]
        if names:
            return f"Not written yet: {', '.join(names)}."
        return self._style.dim("; ".join(messages))

    def _closing(self) -> str:
        style, checks = self._style, self._result.checks
        if self._shared and not any(check.passed for check in checks):
            return self._none_could(self._shared)
        passed = sum(check.passed for check in checks)
        if passed == len(checks):
            return style.good(f"All {passed} checks passed." if passed != 1 else "The check passed.")
        rest = f"The rest could not be checked; {DOCTOR}." if self._result.faulty else ""
        return " ".join(
            filter(None, (style.bold(f"{passed} of {len(checks)} checks passed."), self._next_step(passed), rest))
        )

    def _none_could(self, checks: list[CheckResult]) -> str:
        outcome, count = checks[0].outcome, len(checks)
        if outcome in (Outcome.RETURNED_NONE, Outcome.WRONG_TYPE):
            return f"All {count} checks end like this."
        if outcome is Outcome.GRADER_ERROR:
            return f"{self._clean(self._result.title)} could not be checked; {DOCTOR}."
        return f"None of the {count} checks could run."

    def _next_step(self, passed: int) -> str:
        open_checks = [c for c in self._result.checks if not c.passed and c.outcome is not Outcome.GRADER_ERROR]
        public = [check for check in open_checks if not check.hidden]
        begun = [check for check in public if check.outcome is not Outcome.NOT_ATTEMPTED]
        first = next((check for check in begun if check.follows not in self._titles), next(iter(begun), None))
        if first:
            return f"Look first at '{self._titles[first.id]}'."
        if public:
            return f"{'Go on' if passed else 'Start'} with '{self._titles[public[0].id]}'."
        if open_checks:
            return "Only hidden checks fail: which inputs do the others not try?"
        return ""

    def _lines(self, text: str, indent: str = "") -> list[str]:
        return wrap(text, self._style.width, indent) if text.strip() else []

    def _clean(self, text: str) -> str:
        return self._style.clean(text)


def _shared(checks: Iterable[CheckResult]) -> tuple[list[CheckResult], list[CheckResult]]:
    """The checks that all ended in one way, before any value came out; and the rest.

    Only where every public check did: then something is wrong with the whole file, not with each check.
    """
    every = list(checks)
    public = [check for check in every if not check.hidden and not _says_nothing_runs(check)]
    ends = {(check.outcome, check.message) for check in public}
    if len(public) < 2 or len(ends) != 1 or public[0].outcome in (Outcome.PASSED, Outcome.FAILED):
        return [], every
    others = [check for check in every if check not in public]
    alike = (Outcome.FAILED, public[0].outcome)  # of a hidden check it is not told how it failed
    same = [check for check in others if check.outcome in alike or _says_nothing_runs(check)]
    return public + same, [check for check in others if check not in same]


def _says_nothing_runs(check: CheckResult) -> bool:
    return check.id == OWN_WORK and check.outcome is Outcome.NOT_ATTEMPTED


def _mistake(check: CheckResult) -> str:
    return (check.misconception or check.diagnosis or "") if check.diagnosis or check.advice else ""


# ---- Many exercises in one table: what passed, what did not and why.


_GAP = "  "


def render_summary(results: Sequence[ExerciseResult], style: Style) -> str:
    """One line an exercise, the reason of the first failure beside it, and the sum."""
    slugs = max(display_width(result.exercise) for result in results)
    scores = {result.exercise: total(result) for result in results}
    wide = max(map(display_width, scores.values()))
    room = style.width - slugs - wide - 2 - 2 * len(_GAP)
    lines = []
    for result in results:
        why = cut(style.clean(_why(result)), room, style.ellipsis)
        bad = style.warn("!") if result.faulty else style.bad(style.cross)
        mark = style.good(style.tick) if result.passed else bad
        name, score = pad(style.accent(style.clean(result.exercise)), slugs), pad_left(scores[result.exercise], wide)
        lines.append(f"{mark} {name}{_GAP}{score}{_GAP}{style.dim(why)}".rstrip())
    return "\n".join([*lines, "", *wrap(_sum(results, style), style.width)])


def _why(result: ExerciseResult) -> str:
    """What keeps it from passing: the mistake by its name, else what the first failed check says."""
    failed = [check for check in result.checks if not check.passed]
    if not failed:
        return f"{points(result.outstanding)} more from hidden checks" if result.outstanding else ""
    public = [check for check in result.checks if not check.hidden]
    unwritten = [check for check in public if check.outcome is Outcome.NOT_ATTEMPTED]
    begun = [check for check in failed if not check.hidden and check not in unwritten] or unwritten or failed
    named = next((check.diagnosis for check in begun if check.diagnosis), None)
    first = begun[0]
    if first.outcome is Outcome.NOT_ATTEMPTED:
        return f"{len(unwritten)} of {len(public)} checks wait for a function that is not written yet"
    return named or (first.title if first.hidden else first.message) or in_words(first)


def _sum(results: Sequence[ExerciseResult], style: Style) -> str:
    passed, judged = sum(result.passed for result in results), [result for result in results if not result.faulty]
    score, most = sum(result.score for result in judged), sum(result.max_score for result in judged)
    total = f"{points(score)} of {points(most)} points"
    if passed == len(results):
        return style.good(f"All {passed} passed: {total}." if passed != 1 else f"Passed: {total}.")
    first = next((result.exercise for result in judged if not result.passed), None)
    onward = f" Go on with 'grader check {first}'." if first else ""
    fault = f" The rest could not be checked; {DOCTOR}." if len(judged) < len(results) else ""
    return f"{style.bold(f'{passed} of {len(results)} passed')}, {total}.{onward}{fault}"


# ---- One line about a check that is still running: how far it is, from what it prints.


_STEP = re.compile(r"(\d{1,12})\s*(?:of|/)\s*(\d{1,12})\b\s*(.*)")  # "step 250 of 500   loss 0.41"
_BAR = 20
_KEPT = 2000


class ProgressLine:
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
