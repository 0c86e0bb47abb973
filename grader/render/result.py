"""Results in a terminal: one exercise, a summary of several, and the progress of a running check.

`Outline` selects and orders the content of a page; this module renders it for a terminal, `html.py` for a browser.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from grader.render.style import Style, cut, display_width, pad, pad_left, plain_text, spread, wrap
from grader.results import CheckResult, Drawing, ExerciseResult, Outcome
from grader.text import counted, points
from grader.values import INPUTS, OWN_WORK

PRINTED_LINES = 10
INDENT = "  "
VERBATIM = "    "  # code: its spaces mean something
DOCTOR = "run grader doctor"
_DEFINITION = r"(?m)^(?:async +)?(?:def|class) +(\w+)"
_UNTOUCHED = r"([\w.]+) is still as the stub has it\b"

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
_SINGLE = (Outcome.PASSED, Outcome.FAILED, Outcome.NOT_ATTEMPTED, Outcome.GRADER_ERROR)  # each has its own message


def in_words(check: CheckResult) -> str:
    """How a check ended; for a hidden check only whether it passed."""
    return "failed" if check.hidden and check.outcome is Outcome.FAILED else WORDS[check.outcome]


def message_of(check: CheckResult) -> str:
    return check.message or WORDS[check.outcome]


def total(result: ExerciseResult) -> str:
    """The score, or "no score" while a check could not be judged."""
    return "no score" if result.faulty else f"{points(result.score)} / {points(result.max_score)}"


def score_of(check: CheckResult) -> str:
    if check.outcome is Outcome.GRADER_ERROR:
        return "not checked"
    return f"{points(check.score)} / {points(check.max_score)}"


class Line(NamedTuple):
    """A paragraph. `role` is a role of `Style`, `strong` the emphasised words at its start."""

    text: str
    role: str = ""
    strong: str = ""
    arrow: bool = False


class Block(NamedTuple):
    """Lines with spacing that matters: code, a traceback, or output of the submission."""

    lines: Sequence[str]
    printed: bool = False


Part: TypeAlias = Line | Block | Drawing


class Fold(NamedTuple):
    """Checks that a terminal mentions together, in one line."""

    checks: Sequence[CheckResult]
    text: str


class Outline:
    """The content of a result page. Its parts must be asked for in order: details and mistakes are explained once.

    `shared` are checks that one problem kept from running, `rest` the others. `advise` adds commands and next steps.
    """

    def __init__(self, result: ExerciseResult, verbose: bool = False, advise: bool = True) -> None:
        self._result = result
        self._verbose = verbose
        self._advise = advise
        self._titles = {check.id: check.title for check in result.checks}
        self._explained: dict[str, str] = {}  # mistake → title of the check that explains it
        self._detailed: set[object] = set()  # details and drawings shown already: one error may stop many checks
        self.shared, self.rest = _shared(result.checks)
        self._alike = _alike(self.rest)
        self.passed = bool(result.checks) and result.passed

    def cause(self) -> Iterator[Part]:
        """What follows the message of the problem that `shared` have in common."""
        yield from self._details(self.shared[0])
        yield from self._diagnosis(self.shared[0])
        yield from _printed(next((check.printed for check in self.shared if check.printed.strip()), ""))

    def entries(self) -> Iterator[CheckResult | Fold]:
        """The checks in the order of a terminal. Once one fails, a line each stands for the checks that passed, those
        that end like the one above, those that wait for functions not written yet, and hidden ones; `verbose`: all."""
        if self._verbose or self.passed:
            yield from self.rest
            return
        left = [check for check in self.rest if not check.passed]
        unwritten = [check for check in left if check.outcome is Outcome.NOT_ATTEMPTED and not check.hidden]
        started = [check for check in left if not check.hidden and check not in unwritten]
        hidden = [check for check in left if check.hidden and check.outcome is Outcome.FAILED]
        passed = [check for check in self.rest if check.passed]
        yield from _folded(passed, f"{len(passed)} checks passed")
        for check in started:
            if check.id in self._alike:
                continue
            yield check
            if same := [other for other in started if self._alike.get(other.id) is check]:
                end = "end" if len(same) > 1 else "ends"
                yield Fold(same, f"{counted(len(same), 'more check')} {end} the same way")
        several = f"{len(unwritten)} checks of functions that are not written yet"
        yield from _folded(unwritten, several) if started else unwritten
        yield from (check for check in left if check.hidden and check not in hidden)
        yield from _folded(hidden, f"{len(hidden)} hidden checks failed") if started else hidden

    def body(self, check: CheckResult) -> Iterator[Part]:
        """What follows the title of one check; nothing for a hidden one."""
        if check.hidden or check.outcome is Outcome.NOT_ATTEMPTED:
            return
        if not check.passed:
            yield from self._failure(check)
        elif check.drawing is not None:
            yield check.drawing
        if self._verbose or not check.passed:
            yield from _printed(check.printed)

    def footer(self, idea: str, next_step: str, hint: str = "", solution: str = "") -> Iterator[Line]:
        """Open points, notes and the closing line; then `idea`, `solution` (how to see it) and `next_step` if
        everything passed, else what to do first, and `hint`: how to get one."""
        left = self._result.outstanding
        yield from self._unwritten()
        if left > 0 and not self.passed:
            come = "point comes" if left == 1 else "points come"
            yield Line(f"{points(left)} more {come} from hidden checks when it is graded.")
        yield from map(Line, self._result.notes)
        yield self._closing()
        if not self.passed:
            step = self._next_step() if self._advise else ""
            if step:
                yield Line(f"{step}{f' Stuck? {hint}' if hint else ''}", arrow=True)
            return
        if left > 0:
            more = counted(left, "more point")
            yield Line(f"Not the whole grade yet: hidden checks decide {more} when it is graded.")
        if idea:
            yield Line(idea, strong="The idea:")
        if solution:
            yield Line(solution, strong="The reference beside your code:")
        if next_step:
            yield Line(next_step, arrow=True)

    def _failure(self, check: CheckResult) -> Iterator[Part]:
        known = _mistake(check) in self._explained
        if check.follows in self._titles:
            yield Line(f"follows from '{self._titles[check.follows]}'", "dim")
            if not known:
                yield from self._diagnosis(check)
            return
        if (first := self._alike.get(check.id)) and not self._verbose:
            what = "exception" if check.outcome is Outcome.RAISED else "problem"
            yield Line(f"the same {what} as in '{first.title}'", "dim")
            return
        yield Line(message_of(check))
        if self._verbose or not known:
            yield from self._details(check)
        yield from self._diagnosis(check)

    def _details(self, check: CheckResult) -> Iterator[Part]:
        shown = (check.details, check.drawing)
        if shown in self._detailed and not self._verbose:
            return
        self._detailed.add(shown)
        if check.details:
            yield Block([line for detail in check.details for line in detail.split("\n")])
        if check.drawing is not None:
            yield check.drawing

    def _diagnosis(self, check: CheckResult) -> Iterator[Line]:
        mistake = _mistake(check)
        if mistake in self._explained:
            where = "above" if len(self._explained) == 1 else f"in '{self._explained[mistake]}'"
            yield Line(f"same mistake as {where}", "dim")
            return
        if mistake:
            self._explained[mistake] = check.title
        if check.diagnosis:
            yield Line(check.diagnosis, "accent")
        if check.advice:
            yield Line(check.advice, arrow=True)

    def _unwritten(self) -> Iterator[Line]:
        """The functions that are still stubs: one line for all the checks that need them."""
        checks = [check for check in self.rest if check.outcome is Outcome.NOT_ATTEMPTED and not check.hidden]
        messages = list(dict.fromkeys(check.message for check in checks if check.message))
        names = [found[1] for message in messages if (found := re.match(_UNTOUCHED, message))]
        if names:
            yield Line(f"Not written yet: {', '.join(names)}.")
        elif messages:
            yield Line("; ".join(messages), "dim")

    def _closing(self) -> Line:
        checks = self._result.checks
        passed, count = sum(check.passed for check in checks), len(checks)
        if self.shared and not passed:
            if self.shared[0].outcome in (Outcome.RETURNED_NONE, Outcome.WRONG_TYPE):
                return Line(f"All {len(self.shared)} checks end like this.")
            if self.shared[0].outcome is Outcome.GRADER_ERROR:
                remedy = f"; {DOCTOR}" if self._advise else ""
                return Line(f"{self._result.title} could not be checked{remedy}.")
            return Line(f"None of the {len(self.shared)} checks could run.")
        if passed == count:
            return Line(f"All {passed} checks passed." if passed != 1 else "The check passed.", "good")
        fault = f"The rest could not be checked; {DOCTOR}." if self._advise and self._result.faulty else ""
        return Line(fault, strong=f"{passed} of {count} checks passed.")

    def _next_step(self) -> str:
        """What to do first after a failure; "" if it is the message of the problem that checks have in common."""
        first = self._result.first_failure
        if self.shared:
            return ""
        if first is None:
            hidden = any(check.outcome is Outcome.FAILED for check in self.rest)
            return "Only hidden checks fail: which inputs do the others not try?" if hidden else ""
        if first.outcome is not Outcome.NOT_ATTEMPTED:
            return f"Look first at '{first.title}'."
        begun = any(check.passed for check in self._result.checks)
        return f"{'Continue' if begun else 'Start'} with '{first.title}'."


def _folded(checks: Sequence[CheckResult], text: str) -> Sequence[CheckResult | Fold]:
    """Two checks or more as one line."""
    return [Fold(checks, text)] if len(checks) > 1 else checks


def _alike(checks: Sequence[CheckResult]) -> dict[str, CheckResult]:
    """For each public check that ended without a value for the same reason as one before it: that one."""
    first: dict[object, CheckResult] = {}
    found = {}
    for check in checks:
        if check.hidden or check.outcome in _SINGLE:
            continue
        earlier = first.setdefault(_reason(check), check)
        if check.outcome is Outcome.NOT_RUN:  # its loop is the one of a check that ran
            earlier = next((one for one in checks if one.outcome is Outcome.TIMED_OUT), earlier)
        if earlier is not check:
            found[check.id] = earlier
    return found


def _reason(check: CheckResult) -> object:
    """Equal for checks that ended for the same reason. A loop may be left in any of its lines, but in one function."""
    if check.outcome is Outcome.TIMED_OUT and check.details:
        where = [re.sub(r", line \d+", "", line) for line in check.details if not line.startswith(VERBATIM)]
        return check.outcome, *where[-1:]
    return check.outcome, check.message


def _shared(checks: Sequence[CheckResult]) -> tuple[list[CheckResult], list[CheckResult]]:
    """The checks that one problem kept from returning a value, and the rest.

    Only if every public check ended that way: then something is wrong with the whole file, not with each check.
    """
    silent = [check for check in checks if check.id in (OWN_WORK, INPUTS) and check.outcome is Outcome.NOT_ATTEMPTED]
    public = [check for check in checks if not check.hidden and check not in silent]
    ends = {(check.outcome, check.message) for check in public}
    if len(public) < 2 or len(ends) != 1 or public[0].outcome in (Outcome.PASSED, Outcome.FAILED):
        return [], list(checks)
    alike = (Outcome.FAILED, public[0].outcome)  # a hidden check does not show how it failed
    others = [check for check in checks if check not in public]
    same = [check for check in others if check.outcome in alike or check in silent]
    return public + same, [check for check in others if check not in same]


def _mistake(check: CheckResult) -> str:
    return (check.misconception or check.diagnosis or "") if check.diagnosis or check.advice else ""


def _printed(printed: str) -> Iterator[Block]:
    if printed.strip():
        lines = printed.rstrip().split("\n")
        more = len(lines) - PRINTED_LINES
        rest = [f"… {counted(more, 'more line')}"] if more > 0 else []
        yield Block([*lines[:PRINTED_LINES], *rest], printed=True)


def render_result(
    result: ExerciseResult,
    filename: str,
    style: Style,
    *,
    verbose: bool = False,
    idea: str = "",
    next_step: str = "",
    hint: str = "",
    solution: str = "",
    unfold: str = "",
) -> str:
    """The whole page, without a newline at its end. `idea`, `solution` and `next_step` are shown if everything passed,
    else `hint`.

    `verbose`: every check and every drawing. `unfold`: how to see them, where some are left out.
    """
    outline = Outline(result, verbose)
    title, file = style.clean(result.title), style.clean(filename)
    lines = spread(f"{style.bold(title)} {style.dim(f'{style.dot} {file}')}", style.bold(total(result)), style.width)
    lines += ["", *(wrap(style.dim("What the checks proved:"), style.width) if outline.passed else [])]
    if outline.shared:
        first = outline.shared[0]
        lines += wrap(style.bold(style.clean(message_of(first))), style.width, INDENT, f"{_mark(first, style)} ")
        lines += _lines(outline.cause(), style, INDENT)
    drawn = False
    for entry in outline.entries():
        if isinstance(entry, Fold):
            lines += _fold(entry, unfold, style)
            unfold = ""  # once is enough
            continue
        body = list(outline.body(entry))
        if drawn and not verbose and not outline.passed:
            body = [part for part in body if not isinstance(part, Drawing)]
        drawn = drawn or any(isinstance(part, Drawing) for part in body)
        lines += [*_title(entry, style), *_lines(body, style, INDENT)]
    lines += ["", *_lines(outline.footer(idea, next_step, hint, solution), style)]
    return "\n".join(line.rstrip() for line in lines)


def _fold(fold: Fold, unfold: str, style: Style) -> list[str]:
    score, most = (sum(getattr(check, key) for check in fold.checks) for key in ("score", "max_score"))
    text = style.dim(f"{fold.text}{f' ({unfold})' if unfold else ''}")
    mark = _mark(fold.checks[0], style)
    return spread(text, style.dim(f"{points(score)} / {points(most)}"), style.width, INDENT, f"{mark} ")


def _title(check: CheckResult, style: Style) -> list[str]:
    title, right = style.clean(check.title), score_of(check)
    if check.outcome is Outcome.NOT_ATTEMPTED:
        title, right = style.dim(title), style.dim(right)
    elif not check.passed:
        title = style.bold(title)
    if check.hidden:
        how = "" if check.passed else style.dim(f" ({in_words(check)})")
        title = f"{style.dim('hidden:')} {title}{how}"
    return spread(title, right, style.width, INDENT, f"{_mark(check, style)} ")


def _mark(check: CheckResult, style: Style) -> str:
    match check.outcome:
        case Outcome.PASSED:
            return style.good(style.tick)
        case Outcome.NOT_ATTEMPTED:
            return style.dim(style.dot)
        case Outcome.GRADER_ERROR:
            return style.warn("!")
    return style.bad(style.cross)


def _lines(parts: Iterable[Part], style: Style, indent: str = "") -> Iterator[str]:
    for part in parts:
        if isinstance(part, Line):
            text = f"{style.bold(style.clean(part.strong))} {style.paint(part.role, style.clean(part.text))}"
            lead = f"{indent}{style.arrow} " if part.arrow else indent
            if text.strip():
                yield from wrap(text, style.width, " " * display_width(lead), lead)
        elif isinstance(part, Drawing):
            from grader.render.matrices import draw  # few results need it

            yield from (indent + line for line in draw(part, style._replace(width=style.width - len(indent))))
        else:
            if part.printed:
                yield indent + style.dim("printed:")
            for line in part.lines:
                yield from _block_line(line, part.printed, style, indent)


def _block_line(line: str, printed: bool, style: Style, indent: str) -> Iterator[str]:
    if not printed and not line.startswith(VERBATIM):
        yield from wrap(style.clean(line), style.width, indent) if line.strip() else ()
        return
    margin = 2 * indent if printed else indent
    text = style.clean(line[: 4 * style.width].rstrip("\r")).expandtabs(4)
    text = cut(text, style.width - len(margin), style.ellipsis)
    yield margin + (style.dim(text) if printed else text)


def render_problems(result: ExerciseResult, path: str, source: str, uses: Mapping[str, Sequence[str]]) -> list[str]:
    """A line for each problem that starts with its place, "softmax.py:12: error: …", for editors. What raised no
    exception is placed at the function that the check uses first. `uses`: check → functions.
    """
    name, shared = re.split(r"[/\\]", path)[-1], Outline(result).shared
    places = {found[1]: source.count("\n", 0, found.start()) + 1 for found in re.finditer(_DEFINITION, source)}
    problems = []
    for check in [*shared[:1], *(check for check in result.checks if check not in shared)]:
        if check.passed or check.hidden or check.outcome is Outcome.GRADER_ERROR:
            continue
        lines = re.findall(rf"{re.escape(name)}, line (\d+)", "\n".join((check.message, *check.details)))
        unwritten = check.outcome is Outcome.NOT_ATTEMPTED
        named = re.findall(r"\w+", check.message) if unwritten or not uses.get(check.id) else uses[check.id]
        functions = [function for function in named if function in places]
        if unwritten and not functions:
            continue
        severity, title = ("info", "") if unwritten else ("error", f"{check.title}: ")
        line = lines[-1] if lines else places[functions[0]] if functions else 1
        text = plain_text("" if check in shared else title) + plain_text(check.diagnosis or message_of(check))
        problems.append(f"{path}:{line}: {severity}: {' '.join(text.split())}")
    return list(dict.fromkeys(problems))


def render_summary(results: Sequence[ExerciseResult], style: Style) -> str:
    """One line per exercise with the reason of its first failure, and the total."""
    slugs = max(display_width(result.exercise) for result in results)
    wide = max(display_width(total(result)) for result in results)
    room = style.width - slugs - wide - 6  # a mark and the gaps
    lines = []
    for result in results:
        why = style.dim(cut(style.clean(_why(result)), room, style.ellipsis))
        bad = style.warn("!") if result.faulty else style.bad(style.cross)
        mark = style.good(style.tick) if result.passed else bad
        name = pad(style.accent(style.clean(result.exercise)), slugs)
        lines.append(f"{mark} {name}  {pad_left(total(result), wide)}  {why}".rstrip())
    return "\n".join([*lines, "", *wrap(_sum(results, style), style.width)])


def _why(result: ExerciseResult) -> str:
    """Why it did not pass: the named mistake, else the message of the first failed check."""
    failed = [check for check in result.checks if not check.passed]
    if not failed:
        return f"{points(result.outstanding)} more from hidden checks" if result.outstanding else ""
    public = [check for check in result.checks if not check.hidden]
    unwritten = [check for check in public if check.outcome is Outcome.NOT_ATTEMPTED]
    started = [check for check in failed if not check.hidden and check not in unwritten] or unwritten or failed
    if started is unwritten:
        return f"{len(unwritten)} of {len(public)} checks wait for a function that is not written yet"
    named = next((check.diagnosis for check in started if check.diagnosis), None)
    return named or (started[0].title if started[0].hidden else started[0].message) or in_words(started[0])


def _sum(results: Sequence[ExerciseResult], style: Style) -> str:
    passed, judged = sum(result.passed for result in results), [result for result in results if not result.faulty]
    score, most = sum(result.score for result in judged), sum(result.max_score for result in judged)
    earned = f"{points(score)} of {points(most)} points"
    if passed == len(results):
        return style.good(f"All {passed} passed: {earned}." if passed != 1 else f"Passed: {earned}.")
    first = next((result.exercise for result in judged if not result.passed), None)
    onward = f" Continue with 'grader check {first}'." if first else ""
    fault = f" The rest could not be checked; {DOCTOR}." if len(judged) < len(results) else ""
    return f"{style.bold(f'{passed} of {len(results)} passed')}, {earned}.{onward}{fault}"


_STEP = re.compile(r"(\d{1,12})\s*(?:of|/)\s*(\d{1,12})\b\s*(.*)")  # "step 250 of 500   loss 0.41"
_BAR = 20
_KEPT = 2000


class ProgressLine:
    """Follows running checks and what they print, and returns the line that shows their progress. `titles`: of all
    checks, in order."""

    def __init__(self, titles: dict[str, str], style: Style) -> None:
        self._titles = titles
        self._style = style
        self._check = ""
        self._text = ""
        self._shown: str | None = None

    def now(self, seconds: float) -> str:
        """The line after so many seconds: what the check under way printed, else which one it is."""
        if self._shown is not None or self._check not in self._titles:
            return self._shown or f"Checking{self._style.ellipsis}  {int(seconds)} s"
        at = f"check {list(self._titles).index(self._check) + 1} of {len(self._titles)}: "
        title = self._style.clean(self._titles[self._check])
        after = f"  {int(seconds)} s"
        room = self._style.width - 1 - len(at) - len(after)
        return f"{at}{cut(title, max(4, room), self._style.ellipsis)}{after}"

    def line(self, check: str, text: str) -> str | None:
        """The line to show after `text` has been printed; None if it changes nothing."""
        if check != self._check:
            self._check, self._text, self._shown = check, "", None
        self._text = (self._text + text)[-_KEPT:]
        whole = self._text.rpartition("\n")[0].strip().rpartition("\n")[2]  # the last line that has ended
        if not whole:
            return None
        style, room = self._style, self._style.width - 1
        title = style.clean(self._titles.get(check, check))
        if step := _STEP.search(whole):
            shown = _bar(int(step[1]), int(step[2]), step[3], style)
        else:
            shown = style.clean(whole)
        title = cut(title, max(12, room - display_width(shown) - 2), style.ellipsis)  # what was printed matters more
        self._shown = cut(f"{title}  {shown}", room, style.ellipsis)
        return self._shown


def _bar(done: int, all_of_it: int, rest: str, style: Style) -> str:
    share = min(1.0, done / all_of_it) if all_of_it else 0.0
    full, empty = ("█", "░") if style.unicode else ("#", ".")
    bar = style.accent(pad(full * round(share * _BAR), _BAR).replace(" ", empty))
    return f"{bar}  {done}/{all_of_it}  {style.clean(' '.join(rest.split()))}".rstrip()
