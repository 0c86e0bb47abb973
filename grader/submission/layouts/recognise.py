"""Tells which layout a folder or zip has, by the names in it."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from itertools import islice

from grader.errors import UsageError
from grader.submission.layouts.canvas import canvas_name
from grader.submission.layouts.metadata import METADATA
from grader.submission.layouts.model import Layout, Root
from grader.submission.layouts.moodle import moodle_name
from grader.submission.layouts.nbgrader import TIMESTAMP
from grader.submission.layouts.plain import flat_pattern, split_flat
from grader.submission.names import exercise_of, is_archive, printable, shown
from grader.submission.places import Child, Kind

SUBMITTED = "submitted"
_OWN = (".grader.json", "manifest.json")  # a workspace, a parcel of `grader submit`
_MAX_WRAPPERS = 3
_PEEK = 20  # folders that are looked into


class Sign(Enum):
    """What one name says about the whole."""

    EXERCISE = "exercise"
    FLAT = "flat"
    CANVAS = "canvas"
    MOODLE = "moodle"
    FOLDER = "folder"
    ARCHIVE = "archive"
    NOTHING = "nothing"


def recognise(root: Root, asked: str) -> tuple[Layout, Root]:
    """The layout, as asked for or found, and where it begins. UsageError, in a sentence, if that is not clear."""
    if asked != "auto":
        layout = _layout(asked)
        return layout, _begin(root, layout)
    for inner in _wrapped(root):
        if landmark := _by_landmark(inner):
            return landmark, _begin(inner, landmark)
    inner = _wrapped(root)[-1]
    return _by_names(inner), inner


def _layout(asked: str) -> Layout:
    try:
        return Layout(asked)
    except ValueError:
        known = ", ".join(Layout)
        raise UsageError(f"there is no layout {shown(asked)}; there are: auto, {known}") from None


def _begin(root: Root, layout: Layout) -> Root:
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


def _wrapped(root: Root) -> list[Root]:
    """The folder, and those that are all there is in the one before: zips are often made that way."""
    found = [root]
    while len(found) <= _MAX_WRAPPERS:
        children = found[-1].children()
        if len(children) != 1 or children[0].kind is not Kind.FOLDER or moodle_name(children[0].name):
            break
        inner = replace(found[-1], base=found[-1].at(children[0].name))
        if not _looks_like_a_class(inner):
            break
        found.append(inner)
    return found


def _looks_like_a_class(root: Root) -> bool:
    """Several students in it, not the files of one."""
    if root.holds(METADATA) or root.holds(SUBMITTED):
        return True
    signs = [sign for sign in _signs(root, root.children()) if sign is not Sign.NOTHING]
    return Sign.EXERCISE not in signs and (len(signs) > 1 or signs in ([Sign.CANVAS], [Sign.MOODLE]))


def _signs(root: Root, children: list[Child]) -> list[Sign]:
    pattern = flat_pattern(root.slugs)

    def sign(child: Child) -> Sign:
        if moodle_name(child.name):
            return Sign.MOODLE
        if canvas_name(child.name):
            return Sign.CANVAS
        if child.kind is not Kind.FILE:
            return Sign.FOLDER if child.kind is Kind.FOLDER else Sign.NOTHING
        if is_archive(child.name):
            return Sign.ARCHIVE
        if exercise_of(child.name, root.slugs):
            return Sign.EXERCISE
        return Sign.FLAT if split_flat(child.name, pattern, root.slugs) else Sign.NOTHING

    return [sign(child) for child in children]


def _by_landmark(root: Root) -> Layout | None:
    names = {child.name for child in root.children()}
    if METADATA in names:
        return Layout.GRADESCOPE
    if SUBMITTED in names or _has_timestamps(root):
        return Layout.NBGRADER
    return Layout.SINGLE if names & set(_OWN) else None


def _has_timestamps(root: Root) -> bool:
    students = (child.name for child in root.children() if child.kind is Kind.FOLDER)
    return any(
        root.holds(TIMESTAMP, f"{student}/{inner.name}")
        for student in islice(students, _PEEK)
        for inner in root.children(student)[:_PEEK]
        if inner.kind is Kind.FOLDER
    )


def _by_names(root: Root) -> Layout:
    children = root.children()
    signs = _signs(root, children)
    there = set(signs) - {Sign.NOTHING}
    if not there:
        raise UsageError(_nothing(root, children))
    for sign, layout in ((Sign.MOODLE, Layout.MOODLE), (Sign.CANVAS, Layout.CANVAS)):
        if signs.count(sign) * 2 > len(signs):
            return layout
    for alone, layout in _ALONE:
        if there <= alone:
            return layout
    raise UsageError(_unclear(root, children, signs))


# What may lie together; the first that fits is meant.
_ALONE = (
    ({Sign.EXERCISE}, Layout.SINGLE),
    ({Sign.ARCHIVE}, Layout.ZIPS),
    ({Sign.FOLDER, Sign.ARCHIVE}, Layout.FOLDERS),
    ({Sign.FLAT, Sign.ARCHIVE}, Layout.FLAT),
    ({Sign.MOODLE}, Layout.MOODLE),
    ({Sign.CANVAS}, Layout.CANVAS),
)
_MEANS = {
    Sign.EXERCISE: ("a file named after an exercise", Layout.SINGLE),
    Sign.FLAT: ("a student's file", Layout.FLAT),
    Sign.CANVAS: ("a file of Canvas", Layout.CANVAS),
    Sign.MOODLE: ("a file of Moodle", Layout.MOODLE),
    Sign.FOLDER: ("a folder", Layout.FOLDERS),
    Sign.ARCHIVE: ("an archive", Layout.ZIPS),
}


def _unclear(root: Root, children: list[Child], signs: list[Sign]) -> str:
    examples = {sign: child.name for child, sign in zip(children, signs, strict=True) if sign in _MEANS}
    seen = " and ".join(f"{_MEANS[sign][0]} ({shown(name)})" for sign, name in examples.items())
    choices = " or ".join(f"--layout {_MEANS[sign][1]}" for sign in examples)
    return f"'{printable(root.title)}' holds {seen}; say how to read it with {choices}"


def _nothing(root: Root, children: list[Child]) -> str:
    if not children:
        return f"'{printable(root.title)}' is empty; name the folder or zip with the submissions"
    some = ", ".join(shown(child.name) for child in children[:3])
    return (
        f"no submissions were recognised in '{printable(root.title)}' ({some}); say how to read it with --layout NAME"
    )
