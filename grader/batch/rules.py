"""What counts in a gradebook, and by which rules: its assignment, its policy, and the people in it.

What counts is declared: by `assignments.yaml`, by the policy, or by a command. Where nothing is, the first batch
proposes what most of the class has answered, and from then on it is declared, too. No hand-in changes it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from shlex import quote

import msgspec.structs

from grader.course import Course
from grader.course.assignments import ASSIGNMENTS, DEFAULT, Assignment, Assignments, read_assignments
from grader.course.policy import CourseNames, with_policy
from grader.errors import UsageError
from grader.files import write_if_changed
from grader.gradebook import Attempt, ChosenAssignment, Gradebook, ItemKind
from grader.marks import MarkingRules, items_of

POLICY = "policy.yaml"  # beside the gradebook: used instead of the one in course.yaml


def rules_of(
    course: Course, book: Gradebook, asked: str = "", policy: Path | None = None, items: Sequence[str] = ()
) -> MarkingRules:
    """The rules of the assignment `asked`, by default of the one that the gradebook is about.

    `policy`, `items`: to try out, a file and what the default assignment consists of. UsageError if there is no such
    assignment, or the gradebook is of another course.
    """
    course = _with_kept_policy(course, book, policy)
    declared, chosen = read_assignments(course, book.path.parent), book.assignment
    name = DEFAULT if items else asked or chosen.name or _only(declared)
    if name != DEFAULT:
        return _rules(course, declared, declared.find(name))
    counted = tuple(items or course.policy.counts or chosen.items)
    counted = counted or (_everything(book) if chosen.inherited else propose(course, book).items)
    known = {*course.slugs, *course.quiz_names}
    if book.title not in ("", course.title) and not CourseNames(course).of(counted) <= known:
        raise UsageError(  # all marks would be wrong, and look right
            f"the gradebook is of the course '{book.title}', but the course here is '{course.title}'; "
            "name the right folder with --course DIR"
        )
    policy_of_all = msgspec.structs.replace(course.policy, counts=counted)
    return _rules(course, declared, Assignment(DEFAULT, policy_of_all))


def _with_kept_policy(course: Course, book: Gradebook, policy: Path | None = None) -> Course:
    kept = book.path.parent / POLICY
    return with_policy(course, policy or kept) if policy or kept.is_file() else course


def _only(declared: Assignments) -> str:
    """The only assignment of the file, or the default one. UsageError if there are several."""
    if len(declared.every) > 1:
        raise UsageError(
            f"'{declared.path}' has several assignments; name one: --assignment {' or '.join(declared.every)}"
        )
    return next(iter(declared.every), DEFAULT)


def _rules(course: Course, declared: Assignments, assignment: Assignment) -> MarkingRules:
    def rules(one: Assignment) -> MarkingRules:
        return MarkingRules(items_of(course, one.items), one.policy, one, declared.people, declared.late_days)

    earlier = [one for one in declared.every.values() if one.due and assignment.due and one.due < assignment.due]
    earlier.sort(key=lambda one: str(one.due))
    return replace(rules(assignment), earlier=tuple(map(rules, earlier)))


def _everything(book: Gradebook) -> tuple[str, ...]:
    """What counted in an earlier version: all that anybody had handed in."""
    return tuple(sorted({attempt.item for record in book.records() for attempt in record.attempts}))


@dataclass(frozen=True)
class Proposal:
    """What at least half of those who handed in have answered, and by how many the rest was answered."""

    items: tuple[str, ...] = ()
    students: int = 0
    others: tuple[tuple[str, int], ...] = ()


def propose(course: Course, book: Gradebook) -> Proposal:
    """What would count if nothing is declared. A file that is left as the stub was is no answer."""
    answered, students = Counter[str](), 0
    for record in book.records():
        students += bool(record.attempts or record.problems)
        answered.update({one.item for one in record.attempts if _is_answer(course, one)})
    found = [name for name in (*course.slugs, *course.quiz_names) if answered[name]]
    found += sorted(answered.keys() - {*found})  # of another course
    most = tuple(name for name in found if 2 * answered[name] >= students)
    return Proposal(most, students, tuple((name, answered[name]) for name in found if name not in most))


def _is_answer(course: Course, attempt: Attempt) -> bool:
    if not attempt.untouched or attempt.item not in course.slugs:
        return True
    return not {spec.id for spec in course.find(attempt.item).checks} <= attempt.untouched


def settle(course: Course, book: Gradebook, asked: str = "", items: Sequence[str] = ()) -> str:
    """Record the assignment that a command or the only one in the file names; returns a sentence about what people may
    not expect, or "".

    UsageError if there is no such assignment, or one has to be named.
    """
    course, chosen = _with_kept_policy(course, book), book.assignment
    declared = read_assignments(course, book.path.parent)
    name = DEFAULT if items else asked or chosen.name or _only(declared)
    if name != DEFAULT:
        declared.find(name)
        book.choose(ChosenAssignment(name, chosen.items, chosen.proposed))
    elif items:
        book.choose(ChosenAssignment(DEFAULT, tuple(items)))
    elif chosen.inherited and not course.policy.counts:
        counted = [item.name for item in items_of(course, _everything(book))]
        few = [name for name in counted if name not in propose(course, book).items]
        book.choose(ChosenAssignment(DEFAULT, tuple(counted)))
        kept = f"what counted in it is its assignment now: {', '.join(counted)}"
        but = f"; fewer than half of the class answered {', '.join(few)}" if few else ""
        return f"this gradebook is of an earlier version; {kept}{but}"
    elif asked:
        book.choose(ChosenAssignment(DEFAULT, chosen.items, chosen.proposed))
    return ""


def accept_proposal(course: Course, book: Gradebook, new: Iterable[str]) -> Proposal | None:
    """Record as the default assignment what most of the class has answered of `new`, and return the proposal.

    None, and nothing is recorded, if something else declares what counts.
    """
    course, chosen = _with_kept_policy(course, book), book.assignment
    is_open = chosen.name == "" or (chosen.name == DEFAULT and (chosen.proposed or not chosen.items))
    if not is_open or chosen.inherited or course.policy.counts or read_assignments(course, book.path.parent).every:
        return None
    proposal = propose(course, book)
    counted = {*chosen.items, *({*proposal.items} & {*new})}
    items = tuple(item.name for item in items_of(course, counted))
    book.choose(ChosenAssignment(DEFAULT, items, proposed=True))
    return proposal


def groups_of(course: Course, folder: Path | None, chosen: str) -> tuple[tuple[str, ...], ...]:
    """The groups of the assignment `chosen`, "" for the only one that is declared, in `folder` or in the course."""
    declared = read_assignments(course, folder)
    name = chosen or (next(iter(declared.every)) if len(declared.every) == 1 else DEFAULT)
    return declared.find(name).groups if name != DEFAULT else ()


def waiting_groups(course: Course, book: Gradebook) -> str:
    """A sentence if members of a group do not have each other's hand-ins yet, as only a batch shares them; else ""."""
    groups = groups_of(course, book.path.parent, book.assignment.name)
    for group in groups:
        shared = [
            {(one.item, one.label) for one in record.attempts if one.kind is ItemKind.EXERCISE}
            for record in book.records(group)
        ]
        if any(one != shared[0] for one in shared):
            share = f"grader batch SUBMISSIONS --out {quote(str(book.path.parent))}"
            return f"what a group hands in does not count for all of its members yet; share it: {share}"
    return ""


def unknown_people(rules: MarkingRules, book: Gradebook) -> list[str]:
    """A sentence for each student whom the file of assignments names and the gradebook does not know."""
    named = {*rules.people, *(student for group in rules.assignment.groups for student in group)}
    unknown = named - {student.id for student in book.students()} if named else ()
    return [f"{ASSIGNMENTS} names the student '{one}', who is not in the gradebook" for one in sorted(unknown)]


def named_items(course: Course, names: Iterable[str]) -> tuple[str, ...]:
    """The exercises and quizzes that are meant by names such as "masking", "06_masking", "2_attention" and "a,b".

    UsageError if there is no such exercise, quiz or part.
    """
    known, found = CourseNames(course), dict[str, None]()
    for name in (one.strip() for several in names for one in several.split(",")):
        items = known.of([name]) if name in known.groups or name in known.items else {course.find(name).slug}
        found |= dict.fromkeys(item for item in known.items if item in items)
    return tuple(found)


def assignment_names(course: Course, book: Gradebook) -> tuple[str, ...]:
    return (*read_assignments(course, book.path.parent).every, DEFAULT)


def keep_policy(course: Course, policy: Path, out: Path) -> None:
    """From now on, the policy in this file is that of the gradebook in `out`. ContentError if it is wrong."""
    with_policy(course, policy)
    write_if_changed(out / POLICY, policy.read_bytes())
