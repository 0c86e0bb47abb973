"""Many exercises in one table: what passed, what did not and why."""

from __future__ import annotations

from collections.abc import Sequence

from grader.report.style import Style, cut, display_width, pad, pad_left, wrap
from grader.report.terminal import DOCTOR, in_words, points, total
from grader.results import ExerciseResult, Outcome

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
