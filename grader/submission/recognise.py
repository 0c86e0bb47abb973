"""Decides which layout a folder or a zip of submissions has, by the names in it."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

from grader.errors import UsageError
from grader.submission.layouts import (
    METADATA,
    TIMESTAMP,
    Layout,
    LayoutRoot,
    canvas_name,
    flat_pattern,
    moodle_name,
    split_flat,
)
from grader.submission.names import exercise_of, is_archive, printable, shown, without_archive_suffix
from grader.submission.tree import FolderTree, Node, NodeKind, ZipTree

SUBMITTED = "submitted"
_OWN = {".grader.json", "manifest.json"}  # a workspace, a zip made by `grader submit`
_MAX_WRAPPERS = 3
_PEEK = 20  # folders that are looked into

# What may lie together; the first row that fits decides.
_TOGETHER = (
    ({Layout.SINGLE}, Layout.SINGLE),
    ({Layout.ZIPS}, Layout.ZIPS),
    ({Layout.FOLDERS, Layout.ZIPS}, Layout.FOLDERS),
    ({Layout.FLAT, Layout.ZIPS}, Layout.FLAT),
    ({Layout.MOODLE}, Layout.MOODLE),
    ({Layout.CANVAS}, Layout.CANVAS),
)
# What a name that suggests a layout is.
_WORDS = {
    Layout.SINGLE: "a file named after an exercise",
    Layout.FLAT: "a student's file",
    Layout.CANVAS: "a file from Canvas",
    Layout.MOODLE: "a file from Moodle",
    Layout.FOLDERS: "a folder",
    Layout.ZIPS: "an archive",
}


def recognise(root: LayoutRoot, asked: str) -> tuple[Layout, LayoutRoot]:
    """Return the layout, as asked for or found, and where it starts. UsageError if that is not clear."""
    if asked != "auto":
        if asked not in list(Layout):
            raise UsageError(f"there is no layout {shown(asked)}; there are: auto, {', '.join(Layout)}")
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
        inside = [child for child in children if child.kind is NodeKind.FOLDER]
        if len(inside) != 1 or moodle_name(inside[0].name):
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
    if any(exercise_of(f"{child.name}.py", root.slugs) for child in children if child.kind is NodeKind.FOLDER):
        return False
    signs = [sign for sign in _signs(root, children) if sign]
    return Layout.SINGLE not in signs and (len(signs) > 1 or signs in ([Layout.CANVAS], [Layout.MOODLE]))


def _refuse_classes_as_students(root: LayoutRoot, layout: Layout) -> None:
    """UsageError if the folders or zips are not students but classes: the folder above was named by mistake."""
    children, title = root.children(), printable(root.title)
    folders = [child.name for child in children if child.kind is NodeKind.FOLDER]
    archives = [child.name for child in children if child.kind is NodeKind.FILE and is_archive(child.name)]
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
    try:
        inside = _wrapped(LayoutRoot(place, "", without_archive_suffix(archive), root.slugs))[-1]
        if _is_download(inside):
            return True
        answers = [  # of each folder; students answer the same exercises
            {meant.slug for child in inside.children(folder.name) if (meant := exercise_of(child.name, root.slugs))}
            for folder in inside.children()[:_PEEK]
            if folder.kind is NodeKind.FOLDER
        ]
        return len(set().union(*answers)) < sum(map(len, answers))
    finally:
        place.close()


def _is_download(root: LayoutRoot) -> bool:
    """Whether it comes from an LMS and has several students."""
    names = [child.name for child in root.children()]
    canvas, moodle = filter(None, map(canvas_name, names)), filter(None, map(moodle_name, names))
    students = {match["user"] or match["anon"] for match in canvas} | {match["name"] for match in moodle}
    return METADATA in names or len(students) > 1


def _signs(root: LayoutRoot, children: list[Node]) -> list[Layout | None]:
    """Return the layout that each name suggests, None for a name that suggests nothing."""
    pattern = flat_pattern(root.slugs)

    def sign(child: Node) -> Layout | None:
        if moodle_name(child.name):
            return Layout.MOODLE
        if canvas_name(child.name):
            return Layout.CANVAS
        if child.kind is not NodeKind.FILE:
            return Layout.FOLDERS if child.kind is NodeKind.FOLDER else None
        if is_archive(child.name):
            return Layout.ZIPS
        if exercise_of(child.name, root.slugs):
            return Layout.SINGLE
        return Layout.FLAT if split_flat(child.name, pattern, root.slugs) else None

    return [sign(child) for child in children]


def _has_timestamps(root: LayoutRoot) -> bool:
    students = (child.name for child in root.children() if child.kind is NodeKind.FOLDER)
    return any(
        root.holds(TIMESTAMP, f"{student}/{inner.name}")
        for student in islice(students, _PEEK)
        for inner in root.children(student)[:_PEEK]
        if inner.kind is NodeKind.FOLDER
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
    for together, layout in _TOGETHER:
        if examples.keys() <= together:
            return layout
    seen = " and ".join(f"{_WORDS[sign]} ({shown(name)})" for sign, name in examples.items())
    choices = " or ".join(f"--layout {sign}" for sign in examples)
    raise UsageError(f"'{title}' contains {seen}; choose how to read it with {choices}")
