"""What a student sees beside results: the list of exercises, their progress, what was packed to be handed in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from grader.render.style import Style, cut, display_width, pad, pad_left, wrap
from grader.text import counted

if TYPE_CHECKING:
    from grader.course import Exercise, Part
    from grader.student.progress import CourseProgress, ListedExercise, PartProgress
    from grader.student.submit import PackedSubmission

# ---- What a course offers: its exercises as a table, part by part, and the statement of each.


HARDEST = 5
_STARS = {5: ("★", "*", "much"), 4: ("☆", "+", "some")}  # by importance
NARROWEST_TITLE = 20


def render_list(found: Sequence[ListedExercise], style: Style) -> str:
    """All parts, one exercise a line; several lines each where the terminal is narrow."""
    if not found:
        return "This course has no exercises yet."
    slugs = max(display_width(row.exercise.slug) for row in found)
    lines: list[str] = []
    for part, rows in groupby(found, lambda row: row.exercise.part):
        lines += [*_part(part, list(rows), style, slugs), ""]
    lines += _total(found, style)
    return "\n".join(line.rstrip() for line in lines)


def render_statement(markdown: str, style: Style, picture: Callable[[str], str | None] = lambda _: None) -> str:
    """An exercise's Markdown as text for a terminal. `picture` gives the SVG of a name, if there is one."""
    from grader.render.markdown import render  # its patterns take longer to load than the whole list

    return render(markdown, style, picture)


def _part(part: Part, rows: list[ListedExercise], style: Style, slugs: int) -> Iterator[str]:
    heading = style.bold(style.clean(f"{part.number}. {part.title}"))
    lead = max(display_width(_lead(row, style)) for row in rows)
    left = style.width - display_width(_numbers("", "", ""))
    room = left - slugs - lead - len("  ")
    if room < NARROWEST_TITLE:
        yield from wrap(heading, style.width)
        for row in rows:
            yield from _narrow(row, style)
        return
    first, *more = wrap(heading, left)
    yield pad(first, left) + style.dim(_numbers("level", "min", "points"))
    yield from more
    for row in rows:
        yield from _wide(row, style, slugs, room)


def _wide(row: ListedExercise, style: Style, slugs: int, room: int) -> Iterator[str]:
    exercise, lead = row.exercise, _lead(row, style)
    first, *more = wrap(style.clean(exercise.title), room)
    numbers = _numbers(_level(exercise, style), str(exercise.minutes), f"{exercise.max_score:g}")
    yield f"{lead}{pad(style.accent(style.clean(exercise.slug)), slugs)}  {pad(first, room)}{numbers}"
    margin = " " * (display_width(lead) + slugs + 2)
    for line in more:
        yield margin + line
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
    """What stands before the name: number, how far it is, how much leans on it."""
    mark = "" if row.status is None else f"{_mark(row.status, style)} "
    return f"{style.dim(f'{row.number:2} ')}{mark}{_star(row.exercise.importance, style)} "


def _mark(status: str, style: Style) -> str:
    return {"passed": style.good(style.tick), "started": style.warn("~")}.get(status, " ")


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
    stars = [f"{_star(level, style)} {much}" for level, (_, _, much) in _STARS.items() if level in used]
    stars[:1] = [f"{star} of the course leans on it" for star in stars[:1]]
    stars[1:] = [f"{star} of it does" for star in stars[1:]]
    marks = [
        f"{_mark(status, style)} {count} {status}"
        for status in ("passed", "started")
        if (count := sum(row.status == status for row in rows))
    ]
    return wrap(" ".join([f"{total}.", *(f"{', '.join(some)}." for some in (stars, marks) if some)]), style.width)


# ---- How far a student is, as a page for a terminal: a bar for each part, and what comes next.


LONGEST_BAR = 30
SHORTEST_BAR = 6


def render_progress(found: CourseProgress, style: Style) -> str:
    """The whole page, without a line end at its end."""
    bars = [(f"{part.number}. {part.title}", part) for part in found.parts]
    lines = [*wrap(style.bold(style.clean(found.course)), style.width), ""]
    lines += [*_bars([*bars, ("Together", found.total)], style), ""]
    for fact in _facts(found):
        lines += wrap(style.clean(fact), style.width)
    step, commands = _next(found.next)
    lines += ["", *wrap(style.bold(style.clean(step)), style.width)]
    wide = max(display_width(command) for command, _ in commands)
    for command, meaning in commands:
        lines += wrap(style.dim(meaning), style.width, " " * (wide + 4), f"  {pad(style.accent(command), wide)}  ")
    return "\n".join(line.rstrip() for line in lines)


def _facts(found: CourseProgress) -> Iterator[str]:
    """What stands below the bars."""
    total, times = found.total, {1: "once", 2: "twice"}
    days = f" {found.streak} days in a row." if found.streak > 1 else ""
    counts = f"{total.passed} passed, {total.started} started, {total.open} open.{days}"
    yield counts if found.days else "Nothing checked yet."
    if found.outstanding:
        points = counted(found.outstanding, "point")
        yield f"Hidden checks decide about {points} of what you passed."
    if found.mistakes:
        met = [
            f"{one.name.replace('_', ' ')} ({one.exercise}, {times.get(one.times, f'{one.times} times')})"
            for one in found.mistakes
        ]
        yield f"Mistakes met most: {'; '.join(met)}."


def _next(found: ListedExercise | None) -> tuple[str, list[tuple[str, str]]]:
    """What to do next, and what to type for it, with what that does."""
    if found is None:
        return "All passed. Well done!", [("grader submit", "packs your files for your instructor")]
    slug, name = found.exercise.slug, f"{found.number}. {found.exercise.title}"
    if found.status == "started":
        return f"Go on with {name}", [
            (f"grader check {slug}", "how far it is"),
            (f"grader hint {slug}", "the next hint"),
        ]
    return f"Next: {name} ({found.exercise.minutes} min)", [
        (f"grader show {slug}", "what to do"),
        ("grader watch", "checks it whenever you save"),
    ]


def _bars(bars: Sequence[tuple[str, PartProgress]], style: Style) -> Iterator[str]:
    """Title, bar, exercises and points in columns; where a terminal is narrow, titles are cut and bars short."""
    counts = ["passed", *(f"{part.passed} of {part.exercises}" for _, part in bars)]
    scores = ["points", *(f"{part.points:g} / {part.max_points:g}" for _, part in bars)]
    wide, far = max(map(len, counts)), max(map(len, scores))
    pairs = zip(counts, scores, strict=True)
    numbers = [f"  {pad_left(count, wide)}  {pad_left(score, far)}" for count, score in pairs]
    left = style.width - display_width(numbers[0])
    titles = max(display_width(style.clean(title)) for title, _ in bars)
    titles = min(titles, max(8, left - SHORTEST_BAR - 2))
    room = max(1, min(LONGEST_BAR, left - titles - 2))
    yield " " * (titles + 2 + room) + style.dim(numbers[0])
    for at, ((name, part), right) in enumerate(zip(bars, numbers[1:], strict=True), 1):
        title = pad(cut(style.clean(name), titles, style.ellipsis), titles)
        if at == len(bars):  # all parts together
            title, right = style.bold(title), style.bold(right)
        yield f"{title}  {bar_of(part, room, style)}{right}"


def bar_of(part: PartProgress, room: int, style: Style) -> str:
    """Passed, started, open. What is begun is seen, and only what is complete fills the bar."""
    full, half, empty = ("█", "▒", "░") if style.unicode else ("#", "+", ".")
    most = max(1, part.exercises)
    done = _cells(part.passed, most, room)
    begun = max(_cells(part.passed + part.started, most, room) - done, int(part.started > 0 and done < room))
    return style.good(full * done) + style.warn(half * begun) + style.dim(empty * (room - done - begun))


def _cells(count: int, most: int, room: int) -> int:
    if 0 < count < most:
        return min(room - 1, max(1, round(count * room / most)))
    return room if count >= most else 0


# ---- What was packed, as a page for a terminal: the files with their points, and what is missing.


_NAMED = 8


def render_parcel(packed: PackedSubmission, target: str, style: Style) -> str:
    """The whole page, without a line end at its end. `target`: where it was written."""
    rows = list(_packed_rows(packed, style))
    names = max(display_width(name) for _, name, _, _ in rows)
    scores = max(display_width(points) for _, _, points, _ in rows)
    count, size = len(packed.work.pieces), len(packed.data)
    in_words = f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{max(1, round(size / 1e3))} kB"
    heading = f"{target}: {counted(count, 'exercise')}, {in_words}"
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
    """Of each file, or exercise of a notebook: a mark, its name, its points, and how it did."""
    nothing = style.dim(style.dot)
    for piece in packed.work.pieces:
        slug, known = piece.exercise.slug, packed.exercises[piece.exercise.slug]
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
        yield nothing, style.clean(name), "", f"comes along with {slug}"
    for name in packed.quizzes:
        yield nothing, style.clean(name), "", "a finished quiz"


def _warnings(packed: PackedSubmission) -> list[str]:
    work, exercises = packed.work, packed.exercises
    failing = [slug for slug, known in exercises.items() if known.get("score") is not None and not known["passed"]]
    unknown = [slug for slug, known in exercises.items() if known["checked"] is None]
    outstanding = sum(known.get("outstanding", 0) for known in exercises.values())
    rest = [slug for slug in work.not_started if slug not in (*work.unsaved, *work.undone)]
    sentences = [
        (failing, f"Not passed: {named(failing)}."),
        (unknown, f"Not checked: {named(unknown)}."),
        (
            work.unsaved,
            f"Passed, but not in the saved notebook: {named(work.unsaved)}. Save it in Jupyter, and submit again.",
        ),
        (work.undone, f"Passed before, but now the stub again: {named(work.undone)}."),
        (rest, f"Not started: {named(rest)}."),
        (
            outstanding,
            f"Hidden checks decide about {counted(outstanding, 'more point')} when it is graded.",
        ),
    ]
    return [*(sentence for there, sentence in sentences if there), *work.unreadable, *packed.left_out]


def named(slugs: Sequence[str]) -> str:
    """The first few by name."""
    more = len(slugs) - _NAMED
    return ", ".join(slugs[:_NAMED]) + (f" and {more} more" if more > 0 else "")
