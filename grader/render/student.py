"""Pages for students beside results: the list of exercises, their progress, and the packed submission."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import groupby, zip_longest
from typing import TYPE_CHECKING

from grader.render.style import Style, bar, columns, cut, display_width, pad, pad_left, table, widths_of, wrap
from grader.text import counted

if TYPE_CHECKING:
    from grader.course import Exercise
    from grader.student.progress import CourseProgress, ListedExercise, PartProgress
    from grader.student.submit import PackedSubmission
    from grader.student.try_out import Tried

HARDEST = 5
BESIDE = 120  # columns: with fewer, changed lines are below each other
_CONTEXT = 3  # equal lines that are shown around those that differ
_STARS = {5: ("★", "*", "essential"), 4: ("☆", "+", "important")}  # by importance
NARROWEST_TITLE = 20


def render_list(found: Sequence[ListedExercise], style: Style) -> str:
    """All parts, one exercise per line; several lines each if the terminal is narrow."""
    if not found:
        return "This course has no exercises yet."
    slugs = max(display_width(row.exercise.slug) for row in found)
    lines: list[str] = []
    for part, group in groupby(found, lambda row: row.exercise.part):
        rows = list(group)
        heading = style.bold(style.clean(f"{part.number}. {part.title}"))
        left = style.width - display_width(_numbers("", "", ""))
        room = left - slugs - max(display_width(_lead(row, style)) for row in rows) - len("  ")
        wide = room >= NARROWEST_TITLE
        first, *more = wrap(heading, left if wide else style.width)
        lines += [pad(first, left) + style.dim(_numbers("level", "min", "points")) if wide else first, *more]
        for row in rows:
            lines += _wide(row, style, slugs, room) if wide else _narrow(row, style)
        lines.append("")
    return "\n".join(line.rstrip() for line in [*lines, *_total(found, style)])


def _wide(row: ListedExercise, style: Style, slugs: int, room: int) -> Iterator[str]:
    exercise, lead = row.exercise, _lead(row, style)
    first, *more = wrap(style.clean(exercise.title), room)
    numbers = _numbers(_level(exercise, style), str(exercise.minutes), f"{exercise.max_score:g}")
    yield f"{lead}{pad(style.accent(style.clean(exercise.slug)), slugs)}  {pad(first, room)}{numbers}"
    margin = " " * (display_width(lead) + slugs + 2)
    yield from (margin + line for line in more)
    yield from _after(exercise, style, margin)


def _narrow(row: ListedExercise, style: Style) -> Iterator[str]:
    exercise, margin = row.exercise, "    "
    yield from wrap(style.accent(style.clean(exercise.slug)), style.width, "  ", _lead(row, style))
    yield from wrap(style.clean(exercise.title), style.width, margin)
    yield from _after(exercise, style, margin)
    facts = f"{_level(exercise, style)}, {exercise.minutes} min, {counted(exercise.max_score, 'point')}"
    yield from wrap(facts, style.width, margin)


def _after(exercise: Exercise, style: Style, margin: str) -> list[str]:
    needs = style.dim(f"after {style.clean(', '.join(exercise.needs))}")
    return wrap(needs, style.width, margin) if exercise.needs else []


def _lead(row: ListedExercise, style: Style) -> str:
    """Number, status and importance, which stand before the name."""
    mark = "" if row.status is None else f"{_mark(row.status, style)} "
    return f"{style.dim(f'{row.number:2} ')}{mark}{_star(row.exercise.importance, style)} "


def _mark(status: str, style: Style) -> str:
    return {"passed": style.good(style.tick), "changed": style.warn("!"), "started": style.warn("~")}.get(status, " ")


def _star(importance: int, style: Style) -> str:
    star = _STARS.get(importance)
    return style.warn(star[0] if style.unicode else star[1]) if star else " "


def _level(exercise: Exercise, style: Style) -> str:
    level = max(0, min(exercise.difficulty, HARDEST))
    return "●" * level + "○" * (HARDEST - level) if style.unicode else f"{level}/{HARDEST}"


def _numbers(level: str, minutes: str, points: str) -> str:
    return f"  {pad(level, 5)}  {pad_left(minutes, 3)}  {pad_left(points, 6)}"


def _total(rows: Sequence[ListedExercise], style: Style) -> list[str]:
    exercises = [row.exercise for row in rows]
    hours, minutes = divmod(sum(exercise.minutes for exercise in exercises), 60)
    time = " ".join([f"{hours} h"] * (hours > 0) + [f"{minutes} min"] * (minutes > 0))
    points = counted(sum(exercise.max_score for exercise in exercises), "point")
    total = ", ".join(fact for fact in (counted(len(rows), "exercise"), time, points) if fact)
    used = {exercise.importance for exercise in exercises}
    stars = [f"{_star(level, style)} {word}" for level, (_, _, word) in _STARS.items() if level in used]
    words = {"passed": "passed", "changed": "passed and changed since", "started": "started"}
    counts = {status: sum(row.status == status for row in rows) for status in words}
    marks = [f"{_mark(status, style)} {count} {words[status]}" for status, count in counts.items() if count]
    return wrap(" ".join([f"{total}.", *(f"{', '.join(some)}." for some in (stars, marks) if some)]), style.width)


def render_solution(mine: str, reference: str, stub: str, style: Style) -> list[str]:
    """The reference beside the student's code, as a diff; alone if there is no code. What is left of the stub's
    docstrings is not compared: the reference has shorter ones."""
    theirs = _code(reference, style)
    if not mine.strip():
        from grader.render.quiz import highlighted  # few pages need it

        return highlighted("\n".join(theirs), "python", style)
    given = set(_code(stub, style)) - set(theirs)
    yours = [line for line in _code(mine, style) if line not in given]
    if yours == theirs:
        return ["Your code is the reference, line by line."]
    beside = style.width >= BESIDE
    room = (style.width - 3) // 2 if beside else style.width
    if beside:
        lines = [f"{pad(style.bold('yours'), room)} {style.dim(style.bar)} {style.bold('the reference')}", ""]
    else:
        lines = [f"{style.bad('-')} yours   {style.good('+')} the reference", ""]
    for kind, left, right in _diff(yours, theirs):
        if kind == "equal":
            cells = [[row for line in side for row in _marked(" ", "", line, room, style)] for side in (left, right)]
        else:
            cells = [[row for line in left for row in _marked("-", "bad", line, room, style)]]
            cells += [[row for line in right for row in _marked("+", "good", line, room, style)]]
        if kind == "skipped":
            lines.append(style.dim(style.ellipsis))
        elif beside:
            rows = zip_longest(*cells, fillvalue="")
            lines += [f"{pad(one, room)} {style.dim(style.bar)} {other}" for one, other in rows]
        else:
            lines += cells[0] if kind == "equal" else [*cells[0], *cells[1]]
    return [line.rstrip() for line in lines]


def _code(source: str, style: Style) -> list[str]:
    return [line.rstrip().expandtabs(4) for line in style.clean(source).strip("\n").split("\n")]


def _diff(yours: list[str], theirs: list[str]) -> Iterator[tuple[str, list[str], list[str]]]:
    """Kind, lines of one and lines of the other: "equal", "changed", and "skipped" for equal ones that are left out."""
    for kind, a, b, c, d in SequenceMatcher(lambda line: not line, yours, theirs, autojunk=False).get_opcodes():
        if kind != "equal" or b - a <= 2 * _CONTEXT + 1:
            yield ("equal" if kind == "equal" else "changed"), yours[a:b], theirs[c:d]
            continue
        if a:
            yield "equal", yours[a : a + _CONTEXT], theirs[c : c + _CONTEXT]
        yield "skipped", [], []
        if b < len(yours):
            yield "equal", yours[b - _CONTEXT : b], theirs[d - _CONTEXT : d]


def _marked(sign: str, role: str, line: str, room: int, style: Style) -> list[str]:
    """A line of code after its sign. One that is too long goes on below, further in."""
    rows, start = [line], len(line) - len(line.lstrip())
    if display_width(line) > room - 2:
        rows = wrap(line, room - 2, " " * min(start + 4, room // 2), " " * min(start, room // 2))
    signs = [sign, *" " * (len(rows) - 1)]
    return [f"{style.paint(role, one)} {style.paint(role, row)}" for one, row in zip(signs, rows, strict=True)]


def render_tried(tried: Tried, style: Style) -> list[str]:
    """What a try showed: whose code took part, then texts and drawings; or what went wrong."""
    from grader.render.matrices import draw  # few pages need it

    if tried.problem:
        return [row for line in tried.problem.splitlines() for row in wrap(style.clean(line), style.width)]
    lines: list[str] = []
    for whose, blocks in (("your own", tried.own), ("the given", tried.given)):
        lines += wrap(f"With {whose} {', '.join(blocks)}.", style.width) if blocks else []
    for one in tried.shown:
        lines.append("")
        for line in style.clean(one).split("\n") if isinstance(one, str) else draw(one, style):
            lines += [line] if display_width(line) <= style.width else wrap(line, style.width)
    return lines


LONGEST_BAR = 30
SHORTEST_BAR = 6


def render_progress(found: CourseProgress, style: Style) -> str:
    """A bar for each part and what to do next, without a newline at the end."""
    bars = [(f"{part.number}. {part.title}", part) for part in found.parts]
    lines = [*wrap(style.bold(style.clean(found.course)), style.width), ""]
    lines += [*_bars([*bars, ("Total", found.total)], style), ""]
    for fact in _facts(found):
        lines += wrap(style.clean(fact), style.width)
    step, commands = _next(found.next)
    lines += ["", *wrap(style.bold(style.clean(step)), style.width)]
    lines += columns([(style.accent(command), style.dim(meaning)) for command, meaning in commands], style)
    return "\n".join(line.rstrip() for line in lines)


def _facts(found: CourseProgress) -> Iterator[str]:
    """The sentences below the bars."""
    total, times = found.total, {1: "once", 2: "twice"}
    days = f" {found.streak} days in a row." if found.streak > 1 else ""
    changed = f" ({total.changed} changed since)" if total.changed else ""
    counts = f"{total.passed} passed{changed}, {total.started} started, {total.open} open.{days}"
    yield counts if found.days else "Nothing checked yet."
    if found.outstanding:
        yield f"Hidden checks decide about {counted(found.outstanding, 'point')} of what you passed."
    if found.mistakes:
        made = [
            f"{one.name.replace('_', ' ')} ({one.exercise}, {times.get(one.times, f'{one.times} times')})"
            for one in found.mistakes
        ]
        yield f"Most frequent mistakes: {'; '.join(made)}."


def _next(found: ListedExercise | None) -> tuple[str, list[tuple[str, str]]]:
    """What to do next, and the commands for it, with their meanings."""
    if found is None:
        return "All passed. Well done!", [("grader submit", "packs your files for your instructor")]
    slug, name = found.exercise.slug, f"{found.number}. {found.exercise.title}"
    if found.status == "started":
        commands = [(f"grader check {slug}", "which checks pass"), (f"grader hint {slug}", "the next hint")]
        return f"Continue with {name}", commands
    commands = [(f"grader show {slug}", "what to do"), ("grader watch", "checks it whenever you save")]
    return f"Next: {name} ({found.exercise.minutes} min)", commands


def _bars(bars: Sequence[tuple[str, PartProgress]], style: Style) -> Iterator[str]:
    """Title, bar, exercises and points in columns; in a narrow terminal titles are cut and bars are short."""
    facts = [(f"{part.passed} of {part.exercises}", f"{part.points:g} / {part.max_points:g}") for _, part in bars]
    head, *numbers = table(("passed", "points"), facts, style, left=0)
    left = style.width - display_width(head) - 2
    titles = max(display_width(style.clean(title)) for title, _ in bars)
    titles = min(titles, max(8, left - SHORTEST_BAR - 2))
    room = max(1, min(LONGEST_BAR, left - titles - 2))
    yield " " * (titles + 4 + room) + head
    for (name, part), right in zip(bars, numbers, strict=True):
        title = pad(cut(style.clean(name), titles, style.ellipsis), titles)
        if part is bars[-1][1]:  # the total
            title, right = style.bold(title), style.bold(right)
        yield f"{title}  {bar(part.passed, part.exercises, style, room, part.started)}  {right}"


_NAMED = 8


def render_parcel(packed: PackedSubmission, target: str, style: Style) -> str:
    """The files with their points and what is missing, without a newline at the end. `target`: the archive."""
    rows = list(_packed_rows(packed, style))
    _, names, scores, _ = widths_of(rows)
    size = len(packed.data)
    in_words = f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{max(1, round(size / 1e3))} kB"
    heading = f"{target}: {counted(len(packed.work.pieces), 'exercise')}, {in_words}"
    lines = wrap(style.bold(style.clean(heading)), style.width)
    for mark, name, points, word in rows:
        lead = f"{mark} {pad(name, names)}  {pad_left(points, scores)}  "
        lines += wrap(style.clean(word), style.width, "    ", lead)
    warnings = _warnings(packed)
    lines += [""] * bool(warnings)
    for warning in warnings:
        lines += wrap(style.clean(warning), style.width, "  ", f"{style.warn('!')} ")
    return "\n".join(line.rstrip() for line in lines)


def _packed_rows(packed: PackedSubmission, style: Style) -> Iterator[tuple[str, str, str, str]]:
    """A mark, the name, the points and the status of each file, or of each exercise in a notebook."""
    nothing = style.dim(style.dot)
    for piece in packed.work.pieces:
        slug, known = piece.exercise.slug, packed.manifest["exercises"][piece.exercise.slug]
        name = style.clean(piece.name if piece.name.startswith(slug) else f"{slug} in {piece.name}")
        if known["checked"] is None:
            yield nothing, name, "", "not checked as it is now"
        elif known["score"] is None:
            yield nothing, name, "", "could not be checked; run grader doctor"
        else:
            more = f", {known['outstanding']:g} more from hidden checks" if known["outstanding"] else ""
            mark = style.good(style.tick) if known["passed"] else style.bad(style.cross)
            word = f"{'passed' if known['passed'] else 'not passed'}{more}"
            yield mark, name, f"{known['score']:g} / {known['max_score']:g}", word
    for name, slug in packed.companions.items():
        yield nothing, style.clean(name), "", f"used by {slug}"
    for name in packed.quizzes:
        yield nothing, style.clean(name), "", "a finished quiz"


def _warnings(packed: PackedSubmission) -> list[str]:
    work, exercises = packed.work, packed.manifest["exercises"]
    failing = [slug for slug, known in exercises.items() if known.get("score") is not None and not known["passed"]]
    unknown = [slug for slug, known in exercises.items() if known["checked"] is None]
    outstanding = sum(known.get("outstanding", 0) for known in exercises.values())
    rest = [slug for slug in work.not_started if slug not in (*work.unsaved, *work.undone)]
    lists = {
        "Not passed: {}.": failing,
        "Not checked: {}.": unknown,
        "Passed, but not in the saved notebook: {}. Save it in Jupyter, and submit again.": work.unsaved,
        "Passed before, but now the stub again: {}.": work.undone,
        "Not started: {}.": rest,
    }
    sentences = [sentence.format(named(slugs)) for sentence, slugs in lists.items() if slugs]
    if outstanding:
        sentences.append(f"Hidden checks decide about {counted(outstanding, 'more point')} when it is graded.")
    return [*sentences, *work.unreadable, *packed.left_out]


def named(slugs: Sequence[str]) -> str:
    """The first few names, and how many more there are."""
    more = len(slugs) - _NAMED
    return ", ".join(slugs[:_NAMED]) + (f" and {more} more" if more > 0 else "")
