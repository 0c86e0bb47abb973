"""Decides how a folder or a zip of submissions is laid out, by the names in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from enum import Enum
from itertools import islice

from grader.errors import UsageError
from grader.submission.layouts import (
    METADATA,
    TIMESTAMP,
    Layout,
    LayoutRoot,
    Reading,
    canvas,
    canvas_name,
    flat,
    flat_pattern,
    folders,
    gradescope,
    moodle,
    moodle_name,
    nbgrader,
    single,
    split_flat,
)
from grader.submission.names import exercise_of, is_archive, printable, shown, without_archive_suffix
from grader.submission.tree import FolderTree, Node, NodeKind, ZipTree

SUBMITTED = "submitted"
_OWN = (".grader.json", "manifest.json")  # a workspace, a parcel of `grader submit`
_MAX_WRAPPERS = 3
_PEEK = 20  # folders that are looked into


class LayoutSign(Enum):
    """What one name says about the whole."""

    EXERCISE = "exercise"
    FLAT = "flat"
    CANVAS = "canvas"
    MOODLE = "moodle"
    FOLDER = "folder"
    ARCHIVE = "archive"
    NOTHING = "nothing"


def recognise(root: LayoutRoot, asked: str) -> tuple[Layout, LayoutRoot]:
    """The layout, as asked for or found, and where it begins. UsageError, in a sentence, if that is not clear."""
    if asked != "auto":
        if asked not in list(Layout):
            raise UsageError(f"there is no layout {shown(asked)}; there are: auto, {', '.join(Layout)}")
        layout = Layout(asked)
        return layout, _begin(root, layout)
    for inner in _wrapped(root):
        if landmark := _by_landmark(inner):
            return landmark, _begin(inner, landmark)
    inner = _wrapped(root)[-1]
    layout = _by_names(inner)
    if layout in (Layout.FOLDERS, Layout.ZIPS):
        _refuse_classes_as_students(inner, layout)
    return layout, inner


def _begin(root: LayoutRoot, layout: Layout) -> LayoutRoot:
    """Down to where the layout's own names are."""
    landmark = {Layout.GRADESCOPE: METADATA, Layout.NBGRADER: SUBMITTED}.get(layout)
    if layout in (Layout.SINGLE, Layout.FOLDERS):  # the only folder may be a student's, unless the zip is called so
        inside = _wrapped(root)[1:2] if layout is Layout.FOLDERS else []
        return next((inner for inner in inside if inner.base == root.at(root.title)), root)
    if landmark is None:
        return _wrapped(root)[-1]
    for inner in _wrapped(root):
        if inner.holds(landmark):
            return inner if layout is Layout.GRADESCOPE else replace(inner, base=inner.at(landmark))
    if layout is Layout.GRADESCOPE:
        raise UsageError(f"there is no {METADATA} in '{printable(root.title)}'; is it an export of Gradescope?")
    return root


def _wrapped(root: LayoutRoot) -> list[LayoutRoot]:
    """The folder, and those that are all there is in the one before, down to the class: zips are made that way."""
    found, inner = [root], _only_folder(root)
    while inner is not None and len(found) <= _MAX_WRAPPERS:
        found.append(inner)
        inner = _only_folder(inner)
    while len(found) > 1 and not _looks_like_a_class(found[-1]):
        found.pop()
    return found


def _only_folder(root: LayoutRoot) -> LayoutRoot | None:
    """What lies beside it may be a roster, but nothing that anybody handed in."""
    children = root.children()
    folders = [child for child in children if child.kind is NodeKind.FOLDER]
    if len(folders) != 1 or moodle_name(folders[0].name):
        return None
    beside = [child for child in children if child is not folders[0]]
    if any(sign is not LayoutSign.NOTHING for sign in _signs(root, beside)):
        return None
    return root.inner(folders[0].name, beside)


def _looks_like_a_class(root: LayoutRoot) -> bool:
    """Several students in it, not the files of one."""
    children = root.children()
    if root.holds(METADATA) or root.holds(SUBMITTED):
        return True
    if any(exercise_of(f"{child.name}.py", root.slugs) for child in children if child.kind is NodeKind.FOLDER):
        return False
    signs = [sign for sign in _signs(root, children) if sign is not LayoutSign.NOTHING]
    return LayoutSign.EXERCISE not in signs and (len(signs) > 1 or signs in ([LayoutSign.CANVAS], [LayoutSign.MOODLE]))


def _refuse_classes_as_students(root: LayoutRoot, layout: Layout) -> None:
    """UsageError where a folder or zip each is not a student's, but a class: somebody named the folder above."""
    children, title = root.children(), printable(root.title)
    folders = [child.name for child in children if child.kind is NodeKind.FOLDER]
    archives = [child.name for child in children if child.kind is NodeKind.FILE and is_archive(child.name)]
    if not archives and len(folders) > 1 and all(_is_download(root.inner(name)) for name in folders[:_PEEK]):
        some = ", ".join(map(shown, folders[:3])) + (", …" if len(folders) > 3 else "")
        raise UsageError(f"'{title}' holds several classes ({some}); grade one at a time, or say --layout {layout}")
    if not folders and len(archives) == 1 and _holds_a_class(root, archives[0]):
        what = f"{shown(archives[0])} in '{title}' holds a class"
        raise UsageError(f"{what}; name it in place of the folder, or say --layout {layout}")


def _holds_a_class(root: LayoutRoot, archive: str) -> bool:
    if not isinstance(root.place, FolderTree) or not archive.lower().endswith(".zip"):
        return False
    try:
        place = ZipTree(root.place.path / root.at(archive))
    except UsageError:  # it is told when it is read
        return False
    try:
        inside = _wrapped(LayoutRoot(place, "", without_archive_suffix(archive), root.slugs))[-1]
        return _is_download(inside) or _has_rivals(inside)
    finally:
        place.close()


def _is_download(root: LayoutRoot) -> bool:
    """Of a course system, with several students."""
    names = [child.name for child in root.children()]
    canvas, moodle = filter(None, map(canvas_name, names)), filter(None, map(moodle_name, names))
    students = {match["user"] or match["anon"] for match in canvas} | {match["name"] for match in moodle}
    return METADATA in names or len(students) > 1


def _has_rivals(root: LayoutRoot) -> bool:
    """Do two folders answer the same exercise?"""
    answers = [
        {meant.slug for child in root.children(folder.name) if (meant := exercise_of(child.name, root.slugs))}
        for folder in root.children()[:_PEEK]
        if folder.kind is NodeKind.FOLDER
    ]
    return len(set().union(*answers)) < sum(map(len, answers))


def _signs(root: LayoutRoot, children: list[Node]) -> list[LayoutSign]:
    pattern = flat_pattern(root.slugs)

    def sign(child: Node) -> LayoutSign:
        if moodle_name(child.name):
            return LayoutSign.MOODLE
        if canvas_name(child.name):
            return LayoutSign.CANVAS
        if child.kind is not NodeKind.FILE:
            return LayoutSign.FOLDER if child.kind is NodeKind.FOLDER else LayoutSign.NOTHING
        if is_archive(child.name):
            return LayoutSign.ARCHIVE
        if exercise_of(child.name, root.slugs):
            return LayoutSign.EXERCISE
        return LayoutSign.FLAT if split_flat(child.name, pattern, root.slugs) else LayoutSign.NOTHING

    return [sign(child) for child in children]


def _by_landmark(root: LayoutRoot) -> Layout | None:
    names = {child.name for child in root.children()}
    if METADATA in names:
        return Layout.GRADESCOPE
    if SUBMITTED in names or _has_timestamps(root):
        return Layout.NBGRADER
    return Layout.SINGLE if names & set(_OWN) else None


def _has_timestamps(root: LayoutRoot) -> bool:
    students = (child.name for child in root.children() if child.kind is NodeKind.FOLDER)
    return any(
        root.holds(TIMESTAMP, f"{student}/{inner.name}")
        for student in islice(students, _PEEK)
        for inner in root.children(student)[:_PEEK]
        if inner.kind is NodeKind.FOLDER
    )


def _by_names(root: LayoutRoot) -> Layout:
    children = root.children()
    signs = _signs(root, children)
    there = set(signs) - {LayoutSign.NOTHING}
    if not there:
        raise UsageError(_nothing(root, children))
    for sign, layout in ((LayoutSign.MOODLE, Layout.MOODLE), (LayoutSign.CANVAS, Layout.CANVAS)):
        if signs.count(sign) * 2 > len(signs):
            return layout
    for alone, layout in _ALONE:
        if there <= alone:
            return layout
    raise UsageError(_unclear(root, children, signs))


# What may lie together; the first that fits is meant.
_ALONE = (
    ({LayoutSign.EXERCISE}, Layout.SINGLE),
    ({LayoutSign.ARCHIVE}, Layout.ZIPS),
    ({LayoutSign.FOLDER, LayoutSign.ARCHIVE}, Layout.FOLDERS),
    ({LayoutSign.FLAT, LayoutSign.ARCHIVE}, Layout.FLAT),
    ({LayoutSign.MOODLE}, Layout.MOODLE),
    ({LayoutSign.CANVAS}, Layout.CANVAS),
)
_MEANS = {
    LayoutSign.EXERCISE: ("a file named after an exercise", Layout.SINGLE),
    LayoutSign.FLAT: ("a student's file", Layout.FLAT),
    LayoutSign.CANVAS: ("a file of Canvas", Layout.CANVAS),
    LayoutSign.MOODLE: ("a file of Moodle", Layout.MOODLE),
    LayoutSign.FOLDER: ("a folder", Layout.FOLDERS),
    LayoutSign.ARCHIVE: ("an archive", Layout.ZIPS),
}


def _unclear(root: LayoutRoot, children: list[Node], signs: list[LayoutSign]) -> str:
    examples = {sign: child.name for child, sign in zip(children, signs, strict=True) if sign in _MEANS}
    seen = " and ".join(f"{_MEANS[sign][0]} ({shown(name)})" for sign, name in examples.items())
    choices = " or ".join(f"--layout {_MEANS[sign][1]}" for sign in examples)
    return f"'{printable(root.title)}' holds {seen}; say how to read it with {choices}"


def _nothing(root: LayoutRoot, children: list[Node]) -> str:
    if not children:
        return f"'{printable(root.title)}' is empty; name the folder or zip with the submissions"
    some = ", ".join(shown(child.name) for child in children[:3])
    return (
        f"no submissions were recognised in '{printable(root.title)}' ({some}); say how to read it with --layout NAME"
    )


# | layout | what lies in the folder or zip |
# |---|---|
# | single | one student's own files: `masking.py`, `softmax.ipynb`, a workspace, a parcel of `grader submit` |
# | folders | `STUDENT/…`, or `STUDENT/attempt_2/…`; also `STUDENT.zip` |
# | zips | `STUDENT.zip`, a later one `STUDENT (1).zip`; tar as well |
# | flat | `STUDENT__masking.py`, also with one `_`, `-`, `.` or space; `STUDENT.ipynb` |
# | canvas | `doejane_LATE_1234_56789_masking.py`, `anon_x7B2q_56789_masking.py` |
# | moodle | `Jane Doe_1234_assignsubmission_file_/…` or `…_file_masking.py`, blind `Participant_1234_…` |
# | gradescope | `submission_metadata.yml`, `submission_1234/…` |
# | nbgrader | `submitted/STUDENT/ASSIGNMENT/…` with `timestamp.txt` |


READERS: dict[Layout, Callable[[LayoutRoot], Reading]] = {
    Layout.SINGLE: single, Layout.FOLDERS: folders, Layout.ZIPS: folders, Layout.FLAT: flat,
    Layout.CANVAS: canvas, Layout.MOODLE: moodle, Layout.GRADESCOPE: gradescope, Layout.NBGRADER: nbgrader,
}  # fmt: skip
