"""Finds the attempts of a class in a folder or zip from an LMS or from disk, whatever its layout.

Only names are read here; `DiscoveredAttempt.read` reads the contents of one attempt.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from shlex import quote

from grader.errors import UsageError
from grader.submission import layouts
from grader.submission.layouts import METADATA, DiscoveredAttempt, Layout, LayoutProblem, LayoutRoot
from grader.submission.names import exercise_of, fold, identity, is_archive, printable, shown, without_copy_mark
from grader.submission.roster import EnrolledStudent, Roster
from grader.submission.tree import FolderTree, Node, SourceTree, SubmissionFiles, TreePart, ZipTree, open_place

__all__ = [
    "DiscoveredAttempt",
    "DiscoveredClass",
    "Layout",
    "LayoutProblem",
    "SubmissionFiles",
    "alias_command",
    "discover",
]

_RESULTS = "it contains the results of a batch, not a submission, and was left out"
_LONG_AGO = datetime.min.replace(tzinfo=UTC)
SUBMITTED = "submitted"
_OWN = {".grader.json", "manifest.json"}  # a workspace, a zip made by `grader submit`
_MAX_WRAPPERS = 3
_PEEK = 20  # folders that are looked into

# What a name that suggests a layout is.
_WORDS = {
    Layout.SINGLE: "a file named after an exercise",
    Layout.FLAT: "a student's file",
    Layout.CANVAS: "a file from Canvas",
    Layout.MOODLE: "a file from Moodle",
    Layout.FOLDERS: "a folder",
    Layout.ZIPS: "an archive",
}


@dataclass(frozen=True)
class DiscoveredClass(AbstractContextManager["DiscoveredClass"]):
    """All attempts, sorted by student and attempt. As a context manager, it closes the zip at the end."""

    layout: Layout
    handed: tuple[DiscoveredAttempt, ...]
    problems: tuple[LayoutProblem, ...]
    missing: tuple[str, ...]  # students on the roster who submitted nothing
    place: SourceTree = field(repr=False, compare=False)

    def __exit__(self, *_: object) -> None:
        self.place.close()


def discover(
    path: Path,
    *,
    layout: str = "auto",
    slugs: Collection[str],
    roster: Roster | None = None,
    results: str = "",
    out: Path | None = None,
    aliases: Mapping[str, Sequence[str]] | None = None,
) -> DiscoveredClass:
    """Find all attempts in `path`, a folder or a zip. UsageError if its layout is not clear.

    A folder with a file called `results` was written by an earlier batch and belongs to no student. Every such folder
    is reported, except for `out`. `aliases`: folder → the students that it belongs to, whatever else is known.
    """
    place = open_place(path)
    left_out = place.leave_out(results) if results and isinstance(place, FolderTree) else ()
    try:
        whole = path.resolve()
        title = whole.stem if whole.is_file() else whole.name
        known, root = recognise(LayoutRoot(place, "", title, frozenset(slugs)), layout)
        found = list(layouts.READERS[known](root))
        seen = [one for one in found if isinstance(one, DiscoveredAttempt)]
        if layout != "auto" and not seen:
            raise UsageError(f"nothing in {shown(root.title)} has the layout '{known}'; omit --layout to detect it")
    except UsageError:
        place.close()
        raise
    problems = [*(LayoutProblem(path.name, sentence) for sentence in place.problems), *root.beside]
    own = out.resolve() if out else None
    problems += (LayoutProblem(name, _RESULTS) for name in sorted(left_out) if (path / name).resolve() != own)
    problems += (one for one in found if isinstance(one, LayoutProblem))
    command = alias_command(out)
    groups: dict[tuple[str, str], list[DiscoveredAttempt]] = {}
    for one in _students(_spelled_apart(seen, command, problems), roster, aliases or {}, command, problems):
        groups.setdefault((one.student, one.assignment), []).append(replace(one, place=place))
    handed: list[DiscoveredAttempt] = []
    for _, attempts in sorted(groups.items()):
        # Attempts are numbered as by the LMS, else by time, else by name.
        counted = len({one.attempt for one in attempts}) == len(attempts) and all(one.attempt for one in attempts)
        attempts.sort(key=lambda one: (one.attempt if counted else 0, one.when or _LONG_AGO, one.label))
        handed += attempts if counted else (replace(one, attempt=at) for at, one in enumerate(attempts, 1))
    there = {one.student for one in handed}
    folded: dict[str, str] = {}
    for name in sorted(there):  # each student gets files, which some file systems could not tell apart
        other = folded.setdefault(fold(name), name)
        if other != name:
            remedy = f"if it is one student: {command} {quote(name)} {quote(other)}"
            words = f"{shown(other)} and {shown(name)} differ only in case and are kept apart; {remedy}"
            problems.append(LayoutProblem(name, words))
    missing = tuple(one.student for one in roster.students if one.student not in there) if roster else ()
    return DiscoveredClass(known, tuple(handed), tuple(problems), missing, place)


def alias_command(out: Path | None) -> str:
    """Return the command that says whose a folder is, without its last arguments. `out`: the folder of results."""
    return f"grader alias {quote(str(out)) if out else 'OUT'}"


def _spelled_apart(
    seen: list[DiscoveredAttempt], command: str, problems: list[LayoutProblem]
) -> Iterator[DiscoveredAttempt]:
    """Yield each attempt with the id that its student has without a roster. Names that differ only in how accents or
    spaces are written, which look alike, are reported, and get ids of their own."""
    spellings: dict[str, dict[str, None]] = {}
    for one in seen:
        spellings.setdefault(identity(one.who.id), {})[one.who.id] = None
    for name, raw in spellings.items():
        if len(raw) > 1:
            others = [identity(one, apart=True) for one in raw if identity(one, apart=True) != name]
            remedy = f"if it is one student: {command} {quote(others[-1])} {quote(name)}"
            words = f"{len(raw)} students are called so, in different Unicode spellings, and are kept apart; {remedy}"
            problems.append(LayoutProblem(name, words))
    for one in seen:
        came_as = identity(one.who.id, apart=len(spellings[identity(one.who.id)]) > 1)
        yield replace(one, came_as=came_as, folder=one.folder or came_as)


def _students(
    seen: Iterable[DiscoveredAttempt],
    roster: Roster | None,
    aliases: Mapping[str, Sequence[str]],
    command: str,
    problems: list[LayoutProblem],
) -> Iterator[DiscoveredAttempt]:
    """Yield each attempt for its student: as it was decided or the roster lists them, else under the name or number it
    came with."""
    if roster is not None:
        problems += (LayoutProblem("the roster", sentence) for sentence in roster.problems)
    enrolled = {one.student: one for one in roster.students} if roster else {}
    open_cases, done = [], set[tuple[str, tuple[TreePart, ...]]]()
    for one in seen:
        own = identity(one.who.id, apart=True)  # the spelling, if another one was there when it was decided
        folder = own if own in aliases else one.folder
        if folder not in aliases:
            open_cases.append(one)
            continue
        for student in aliases[folder]:
            if (student, one.parts) not in done:
                done.add((student, one.parts))
                known_as = enrolled.get(student, EnrolledStudent(student, ""))
                yield replace(one, folder=folder, student=student, name=known_as.name, lms=known_as.lms, via=folder)
    found = roster.find_all([one.who for one in open_cases]) if roster else [()] * len(open_cases)
    claims: dict[str, set[str]] = {}
    for one, fits in zip(open_cases, found, strict=True):
        if len(fits) == 1:
            claims.setdefault(fits[0].student, set()).add(one.who.id)
    for one, fits in zip(open_cases, found, strict=True):
        rivals = claims[fits[0].student] if len(fits) == 1 else set()
        if len(rivals) == 1:
            yield replace(one, student=fits[0].student, name=fits[0].name, lms=one.who.lms or fits[0].lms)
            continue
        student = identity(f"unknown {one.came_as}") if one.came_as in enrolled else one.came_as
        yield replace(one, student=student, name=one.who.name, lms=one.who.lms)
        if roster is not None:
            words = _why_unknown(one.who.name, student, fits, rivals)
            whose = quote(fits[0].student) if fits else "STUDENT"
            problems.append(LayoutProblem(one.label, f"{words}; to decide: {command} {quote(one.folder)} {whose}"))


def _why_unknown(name: str, student: str, fits: Sequence[EnrolledStudent], rivals: Collection[str]) -> str:
    if rivals:
        return f"{' and '.join(map(shown, sorted(rivals)))} all match {shown(fits[0].student)}; they are kept apart"
    if fits:
        could_be = " or ".join(shown(one.student) for one in fits)
        return f"{shown(name)} could be {could_be}; it is graded as {shown(student)}"
    return f"{shown(name)} is not on the roster; it is graded as {shown(student)}"


def recognise(root: LayoutRoot, asked: str) -> tuple[Layout, LayoutRoot]:
    """Return the layout, as asked for or found, and where it starts. UsageError if that is not clear."""
    if asked not in ("auto", *Layout):
        raise UsageError(f"there is no layout {shown(asked)}; there are: auto, {', '.join(Layout)}")
    if asked != "auto":
        return Layout(asked), _start(root, Layout(asked))
    wrapped = _wrapped(root)
    for inner in wrapped:
        names = {child.name for child in inner.children()}
        if METADATA in names:
            return Layout.GRADESCOPE, inner
        if SUBMITTED in names or _has_timestamps(inner):
            return Layout.NBGRADER, _start(inner, Layout.NBGRADER)
        if names & _OWN:
            return Layout.SINGLE, inner
    layout = _by_names(wrapped[-1])
    if layout in (Layout.FOLDERS, Layout.ZIPS):
        _refuse_classes_as_students(wrapped[-1], layout)
    return layout, wrapped[-1]


def _start(root: LayoutRoot, layout: Layout) -> LayoutRoot:
    """Go down to where the layout's own names are."""
    if layout is Layout.SINGLE:
        return root
    wrapped = _wrapped(root)
    if layout is Layout.FOLDERS:  # the only folder may be a student's, unless it has the name of the zip
        return next((inner for inner in wrapped[1:2] if inner.base == root.at(root.title)), root)
    if layout is Layout.GRADESCOPE:
        for inner in wrapped:
            if inner.holds(METADATA):
                return inner
        raise UsageError(f"there is no {METADATA} in '{printable(root.title)}'; is it an export from Gradescope?")
    if layout is Layout.NBGRADER:
        return next((replace(one, base=one.at(SUBMITTED)) for one in wrapped if one.holds(SUBMITTED)), root)
    return wrapped[-1]


def _wrapped(root: LayoutRoot) -> list[LayoutRoot]:
    """Return the folder, and each only folder in the one before, down to the class: zips are often made that way."""
    found = [root]
    while len(found) <= _MAX_WRAPPERS:
        children = found[-1].children()
        inside = [child for child in children if child.is_folder]
        if len(inside) != 1 or layouts.moodle_name(inside[0].name):
            break
        beside = [child for child in children if child is not inside[0]]
        if any(_signs(found[-1], beside)):  # a roster may be next to the class, but no submission
            break
        found.append(found[-1].inner(inside[0].name, beside))
    while len(found) > 1 and not _looks_like_a_class(found[-1]):
        found.pop()
    return found


def _looks_like_a_class(root: LayoutRoot) -> bool:
    """Whether there are several students in it, not the files of one."""
    children = root.children()
    if root.holds(METADATA) or root.holds(SUBMITTED):
        return True
    if any(exercise_of(f"{child.name}.py", root.slugs) for child in children if child.is_folder):
        return False
    signs = [sign for sign in _signs(root, children) if sign]
    return Layout.SINGLE not in signs and (len(signs) > 1 or signs in ([Layout.CANVAS], [Layout.MOODLE]))


def _refuse_classes_as_students(root: LayoutRoot, layout: Layout) -> None:
    """UsageError if the folders or zips are not students but classes: the folder above was named by mistake."""
    children, title = root.children(), printable(root.title)
    folders = [child.name for child in children if child.is_folder]
    archives = [child.name for child in children if child.is_file and is_archive(child.name)]
    if not archives and len(folders) > 1 and all(_is_download(root.inner(name)) for name in folders[:_PEEK]):
        some = ", ".join(map(shown, folders[:3])) + (", …" if len(folders) > 3 else "")
        raise UsageError(f"'{title}' contains several classes ({some}); grade one at a time, or use --layout {layout}")
    if not folders and len(archives) == 1 and _holds_a_class(root, archives[0]):
        what = f"{shown(archives[0])} in '{title}' contains a class"
        raise UsageError(f"{what}; name it instead of the folder, or use --layout {layout}")


def _holds_a_class(root: LayoutRoot, archive: str) -> bool:
    if not isinstance(root.place, FolderTree) or not archive.lower().endswith(".zip"):
        return False
    try:
        place = ZipTree(root.place.path / root.at(archive))
    except UsageError:  # reported when it is read
        return False
    with closing(place):
        inside = _wrapped(LayoutRoot(place, "", without_copy_mark(archive)[0], root.slugs))[-1]
        answers = [  # of each folder; students answer the same exercises
            {meant.slug for child in inside.children(folder.name) if (meant := exercise_of(child.name, root.slugs))}
            for folder in inside.children()[:_PEEK]
            if folder.is_folder
        ]
        return _is_download(inside) or len(set().union(*answers)) < sum(map(len, answers))


def _is_download(root: LayoutRoot) -> bool:
    """Whether it comes from an LMS and has several students."""
    names = [child.name for child in root.children()]
    canvas, moodle = filter(None, map(layouts.canvas_name, names)), filter(None, map(layouts.moodle_name, names))
    students = {match["user"] or match["anon"] for match in canvas} | {match["name"] for match in moodle}
    return METADATA in names or len(students) > 1


def _signs(root: LayoutRoot, children: list[Node]) -> list[Layout | None]:
    """Return the layout that each name suggests, None for a name that suggests nothing."""

    def sign(child: Node) -> Layout | None:
        if layouts.moodle_name(child.name):
            return Layout.MOODLE
        if layouts.canvas_name(child.name):
            return Layout.CANVAS
        if not child.is_file:
            return Layout.FOLDERS if child.is_folder else None
        if is_archive(child.name):
            return Layout.ZIPS
        if exercise_of(child.name, root.slugs):
            return Layout.SINGLE
        return Layout.FLAT if layouts.split_flat(child.name, root.slugs) else None

    return [sign(child) for child in children]


def _has_timestamps(root: LayoutRoot) -> bool:
    students = (child.name for child in root.children() if child.is_folder)
    return any(
        root.holds(layouts.TIMESTAMP, f"{student}/{inner.name}")
        for student in islice(students, _PEEK)
        for inner in root.children(student)[:_PEEK]
        if inner.is_folder
    )


def _by_names(root: LayoutRoot) -> Layout:
    children, title = root.children(), printable(root.title)
    signs = _signs(root, children)
    examples = {sign: child.name for child, sign in zip(children, signs, strict=True) if sign}
    if not children:
        raise UsageError(f"'{title}' is empty; name the folder or zip with the submissions")
    if not examples:
        some = ", ".join(shown(child.name) for child in children[:3])
        raise UsageError(f"no submissions were recognised in '{title}' ({some}); choose how to read it with --layout")
    for layout in (Layout.MOODLE, Layout.CANVAS):
        if signs.count(layout) * 2 > len(signs):
            return layout
    for layout in examples:
        has_archives = layout in (Layout.FOLDERS, Layout.FLAT)  # of single students, next to the others
        if examples.keys() <= {layout, *([Layout.ZIPS] if has_archives else [])}:
            return layout
    seen = " and ".join(f"{_WORDS[sign]} ({shown(name)})" for sign, name in examples.items())
    choices = " or ".join(f"--layout {sign}" for sign in examples)
    raise UsageError(f"'{title}' contains {seen}; choose how to read it with {choices}")
